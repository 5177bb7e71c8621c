// Loops and writes: the primes below two million.
#include <stdio.h>
#include <string.h>

enum { LIMIT = 2000000 };
static char composite[LIMIT];

static int sieve(void) {
  int primes = 0;
  for (int i = 2; i < LIMIT; i++) {
    if (composite[i]) continue;
    primes++;
    for (long j = (long)i * i; j < LIMIT; j += i) composite[j] = 1;
  }
  return primes;
}

int main(void) {
  printf("%d\n", sieve());
}
