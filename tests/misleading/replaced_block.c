#include <stdio.h>
#include <stdlib.h>
static int* number;
static void replace(int value) {
  free(number);
  number = malloc(sizeof *number);  // where the old one was
  *number = value + 1;              // bug
}
int main(void) {
  number = malloc(sizeof *number);
  *number = 1;
  replace(2);
  printf("%d\n", *number);
}
