/* The child of a vfork has the parent's memory and signal handlers of its own. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int hits;
static void handler(int number) { hits += number == SIGUSR1; }
static void other(int number) { hits += 100; }

static int run(const char* program, sighandler_t in_child) {
  pid_t child = vfork();
  if (child == 0) {
    signal(SIGUSR1, in_child);
    execlp(program, program, (char*)0);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  struct sigaction now;
  signal(SIGUSR1, handler);
  printf("%d %d %d\n", run("true", SIG_DFL), run("false", SIG_IGN), run("/no/such/program", other));
  sigaction(SIGUSR1, NULL, &now);
  printf("the handler is %s\n", now.sa_handler == handler ? "its own" : "another");
  sigaction(SIGUSR1, &now, NULL);
  raise(SIGUSR1);
  printf("%d\n", hits);
  return 0;
}
