/* STATUS: 5 */
/* _exit, quick_exit, abort, a signal's death, and a return, each in a child; at last exit from a constructor-made handler. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void at_quick(void) {
  printf("quick\n");
  fflush(stdout);
}
static void at_end(void) {
  printf("end\n");
}
static void nested(int how, int n) {
  if (n > 0) nested(how, n - 1);
  switch (how) {
    case 0:
      _exit(11);
    case 1:
      quick_exit(12);
    case 2:
      abort();
    case 3:
      raise(SIGTERM);
    case 4:
      kill(getpid(), SIGKILL);
    case 5:
      *(volatile int*)0 = 1;
    case 6:
      exit(13);
    case 7:
      _Exit(14);
    case 8:
      __builtin_trap();
    default:
      return;
  }
}
static void child(int how) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    nested(how, 2);
    _exit(99);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  printf("%d: %s %d\n", how, WIFSIGNALED(status) ? "signal" : "exit",
         WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}
int main(void) {
  at_quick_exit(at_quick);
  atexit(at_end);
  for (int how = 0; how < 10; how++) child(how);
  return 5;
}
