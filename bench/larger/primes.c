/* The factors of all numbers to 100 that have only small ones. */
#define main example_main
#include "../../examples/primes/primes_fixed.c"
#undef main

int main(void) {
  static struct sieve sieve;
  int found[8];
  fill(&sieve, 12);
  printf("twins: %d\n", twins(&sieve));
  for (int n = 2; n <= 100; n++) {
    int rest = n;
    for (int p = 2; p <= 11; p++) {
      while (is_prime(&sieve, p) && rest % p == 0) rest /= p;
    }
    if (rest == 1) printf("%d has %d factors\n", n, factors(&sieve, n, found));
  }
  return 0;
}
