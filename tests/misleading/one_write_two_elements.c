#include <stdio.h>
#include <string.h>
struct Pair {
  int key;
  int count;
};
static void copy(void* to, const void* from, size_t size) {
  memcpy(to, from, size);
}
static void assign(void* to, const void* from) {
  copy(to, from, sizeof(struct Pair) + 1); /* bug: one byte too many */
}
int main(void) {
  struct Pair pairs[4] = {{1, 1}, {2, 2}, {30, 30}, {40, 40}};
  for (int i = 0; i < 1; i++) assign(&pairs[i], &pairs[2]);
  printf("%d %d %d\n", pairs[0].key, pairs[1].key, pairs[2].key);
  return 0;
}
