#include <stdio.h>
#include <stdlib.h>
struct item {
  int weight;
  int count;
};
static void* kept;
static void keep(int weight, int count) {
  struct item* made = malloc(sizeof *made);
  made->weight = weight;
  made->count = count + 1;  // bug
  kept = made;
}
static void* make(int value) {
  int* made = malloc(sizeof *made);
  *made = value + 1;  // bug
  return made;
}
static void waste(int value) {
  int* made = malloc(sizeof *made);
  *made = value;
}
int main(void) {
  keep(2, 3);
  int* number = make(4);
  waste(5);
  printf("%d %d\n", ((struct item*)kept)->count, *number);
}
