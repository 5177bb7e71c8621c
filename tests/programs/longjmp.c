/* longjmp out of nested calls, loops, signal handlers (also off an alternative stack), qsort's callback, and again and again
 * to one place; sigsetjmp; __builtin_setjmp. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf top;
static sigjmp_buf out_of_signal;
static void* builtin_top[5];

static int dive(int n) {
  for (int i = 0; i < 2; i++) {
    if (n == 0) longjmp(top, 42);
    dive(n - 1);
  }
  return n;
}
static int nested(void) {
  jmp_buf kept;
  memcpy(kept, top, sizeof top);
  volatile int tries = 0;
  if (setjmp(top) < 3) {
    tries++;
    longjmp(top, tries);
  }
  memcpy(top, kept, sizeof top);
  return tries;
}
static void handler(int signal) {
  siglongjmp(out_of_signal, signal);
}
static int from_signal(void) {
  volatile int rounds = 0;
  for (int i = 0; i < 3; i++) {
    if (sigsetjmp(out_of_signal, 1) == 0) {
      raise(SIGUSR1);
      rounds = -100;
    } else {
      rounds++;
    }
  }
  return rounds;
}
static int from_fault(void) {
  if (sigsetjmp(out_of_signal, 1) == 0) {
    *(volatile int*)8 = 1;
    return 0;
  }
  return 1;
}
static int compare(const void* a, const void* b) {
  if (*(const int*)a == 3) longjmp(top, 77);
  return *(const int*)a - *(const int*)b;
}
static void leap(void) {
  __builtin_longjmp(builtin_top, 1);
}
static int builtin(void) {
  volatile int n = 0;
  if (__builtin_setjmp(builtin_top) == 0) {
    n = 1;
    leap();
  }
  return n + 1;
}

int main(void) {
  int came = setjmp(top);
  if (came == 0) dive(4);
  printf("%d %d\n", came, nested());
  struct sigaction action = {.sa_handler = handler};
  sigaction(SIGUSR1, &action, NULL);
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  sigaltstack(&stack, NULL);
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &action, NULL);
  printf("%d\n", from_signal());
  printf("%d %d\n", from_fault(), from_fault());
  int values[] = {1, 3, 2};
  if ((came = setjmp(top)) == 0) qsort(values, 3, sizeof values[0], compare);
  printf("%d %d\n", came, builtin());
  return 0;
}
