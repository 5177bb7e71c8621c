// Signal handlers and the child of a fork read what the code around them reads, too.
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int shared[16];
static volatile sig_atomic_t ticks;

static int sum(void) {
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += shared[i];
  return sum;
}

static void handle(int signal) {
  (void)signal;
  ticks += sum() > 0;
}

static int work(void) {
  shared[ticks & 15]++;
  return sum();
}

int main(void) {
  const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  signal(SIGALRM, handle);
  setitimer(ITIMER_REAL, &often, NULL);
  while (ticks < 40) work();
  setitimer(ITIMER_REAL, &never, NULL);
  const pid_t child = fork();
  if (child == 0) {
    printf("child %d\n", sum() == sum());
    return 0;
  }
  waitpid(child, NULL, 0);
  printf("parent %d\n", sum() == sum());
  return 0;
}
