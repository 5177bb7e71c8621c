/* STATUS: 143 */
/* Dies by a signal that it sends itself, in the middle of a loop. */
#include <signal.h>
#include <stdio.h>
static void step(int i) {
  if (i == 3) raise(SIGTERM);
}
int main(void) {
  for (int i = 0;; i++) {
    printf("%d\n", i);
    fflush(stdout);
    step(i);
  }
}
