/* STATUS: 4 */
/* Calls that did not return, since one of them ended the program; what runs at the exit comes after them.
 * TREE: *
 * TREE:   main() ended the program
 * TREE:     outer(1) ended the program
 * TREE:       inner(2) ended the program
 * TREE:   handler() */
#include <stdlib.h>
static int done;
static void handler(void) {
  done = 1;
}
static int inner(int x) {
  if (x == 2) exit(4);
  return x;
}
static int outer(int x) {
  return inner(x + 1);
}
int main(void) {
  atexit(handler);
  return outer(1);
}
