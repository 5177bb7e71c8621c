// Signals: raise, sigaction with SA_SIGINFO, one within the other, SIGALRM in the middle of calls and loops, masks and
// sigsuspend, an alternative stack, SIGCHLD, a handler that calls recorded code and throws nothing.
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

static volatile sig_atomic_t count, inner, alarms, children;
static volatile long payload;
static int note(int x) {
  int sum = 0;
  for (int i = 0; i < x; ++i) sum += i;
  return sum;
}
static void second(int) {
  inner = inner + note(3);
}
static void first(int signal) {
  count = count + 1;
  if (signal == SIGUSR1) raise(SIGUSR2);
  count = count + note(2);
}
static void with_info(int, siginfo_t* info, void*) {
  payload = info->si_value.sival_int;
}
static void on_alarm(int) {
  alarms = alarms + note(2);
}
static void on_child(int) {
  children = children + 1;
}
static int work(int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += note(i % 7);
  return total;
}

int main() {
  struct sigaction action = {};
  action.sa_handler = first;
  sigaction(SIGUSR1, &action, nullptr);
  action.sa_handler = second;
  sigaction(SIGUSR2, &action, nullptr);
  raise(SIGUSR1);
  std::printf("%d %d\n", static_cast<int>(count), static_cast<int>(inner));

  action = {};
  action.sa_sigaction = with_info;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGRTMIN, &action, nullptr);
  sigqueue(getpid(), SIGRTMIN, sigval{.sival_int = 77});
  std::printf("%ld\n", static_cast<long>(payload));

  action = {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  stack_t stack = {};
  stack.ss_sp = std::malloc(1 << 16);
  stack.ss_size = 1 << 16;
  sigaltstack(&stack, nullptr);
  sigaction(SIGALRM, &action, nullptr);
  const itimerval often = {{0, 500}, {0, 500}}, never = {};
  setitimer(ITIMER_REAL, &often, nullptr);
  long total = 0;
  while (alarms < 20) total = work(50);
  setitimer(ITIMER_REAL, &never, nullptr);
  std::printf("%ld %d\n", total, alarms >= 20);

  action = {};
  action.sa_handler = on_child;
  sigaction(SIGCHLD, &action, nullptr);
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  std::fflush(stdout);
  if (fork() == 0) _exit(3);
  while (children == 0) sigsuspend(&before);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  int status = 0;
  wait(&status);
  std::printf("%d %d\n", static_cast<int>(children), WEXITSTATUS(status));
  signal(SIGPIPE, SIG_IGN);
  int ends[2];
  if (pipe(ends) != 0) return 1;
  close(ends[0]);
  std::printf("%zd\n", write(ends[1], "x", 1));
}
