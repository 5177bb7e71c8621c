/* STATUS: 134 */
/* TREE: main() did not finish
 * TREE:   one(1) did not finish
 * TREE:     two(2) did not finish */
#include <stdio.h>
#include <stdlib.h>
static int two(int x) {
  fputs("aborting\n", stderr);
  if (x == 2) abort();
  return x;
}
static int one(int x) {
  return two(x + 1);
}
int main(void) {
  return one(1);
}
