/* FLAGS: -pthread */
/* The calls of a thread hang below the call that started it.
 * TREE: main() = 0
 * TREE:   launch(5) = 10
 * TREE:     work(*
 * TREE:       twice(5) = 10
 * TREE:   twice(1) = 2 */
#include <pthread.h>
static int twice(int x) {
  return 2 * x;
}
static void* work(void* argument) {
  int* value = argument;
  *value = twice(*value);
  return 0;
}
static int launch(int x) {
  pthread_t thread;
  pthread_create(&thread, 0, work, &x);
  pthread_join(thread, 0);
  return x;
}
int main(void) {
  launch(5);
  twice(1);
  return 0;
}
