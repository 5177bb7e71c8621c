/* A handler's calls are below the call that was interrupted.
 * TREE: main() = 0
 * TREE:   send(10) = 1
 * TREE:     handler(10)
 * TREE:       note(1)
 * TREE:   note(2) */
#include <signal.h>
static volatile int noted;
static void note(int x) {
  noted = x;
}
static void handler(int number) {
  note(number == SIGUSR1);
}
static int send(int number) {
  raise(number);
  return noted;
}
int main(void) {
  signal(SIGUSR1, handler);
  send(SIGUSR1);
  note(2);
  return 0;
}
