// Calls and nothing else: fib(32) makes 7,049,155 of them.
#include <stdio.h>

static int fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
  printf("%d\n", fib(32));
}
