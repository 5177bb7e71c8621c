/* Prime numbers up to a limit, by the sieve of Eratosthenes, and what one can do with them.
 *
 *   cross_out(sieve, n, limit)   marks 2n, 3n, ... up to and with the limit as composite
 *   fill(sieve, limit)           after it, composite[n] is true for the composite numbers only, 2 to limit
 *   next_prime(sieve, n)         the first prime above n
 *   twins(sieve)                 how many pairs of primes p, p + 2 there are
 *   factors(sieve, n, out)       the prime factors of n in ascending order, each as often as it divides n; their number */
#include <stdbool.h>
#include <stdio.h>

enum { LIMIT = 13 };

struct sieve {
  int limit;
  bool composite[LIMIT + 1];
};

static void cross_out(struct sieve* sieve, int n) {
  for (int multiple = 2 * n; multiple <= sieve->limit; multiple += n) sieve->composite[multiple] = true;
}

static void fill(struct sieve* sieve, int limit) {
  sieve->limit = limit;
  for (int n = 2; n * n <= limit; n++) {
    if (!sieve->composite[n]) cross_out(sieve, n);
  }
}

static int is_prime(const struct sieve* sieve, int n) {
  return n >= 2 && !sieve->composite[n];
}

static int next_prime(const struct sieve* sieve, int n) {
  do {
    n++;
  } while (!is_prime(sieve, n));
  return n;
}

static int twins(const struct sieve* sieve) {
  int pairs = 0;
  for (int p = 2; p + 2 <= sieve->limit; p++) {
    if (is_prime(sieve, p) && is_prime(sieve, p + 2)) pairs++;
  }
  return pairs;
}

static int factors(const struct sieve* sieve, int n, int* out) {
  int count = 0;
  for (int p = 2; n > 1; p = next_prime(sieve, p)) {
    while (n % p == 0) {
      out[count++] = p;
      n /= p;
    }
  }
  return count;
}

int main(void) {
  static struct sieve sieve;
  int found[8];
  fill(&sieve, 12);
  printf("twins: %d\n", twins(&sieve));
  int count = factors(&sieve, 45, found);
  printf("45 =");
  for (int i = 0; i < count; i++) printf(" %d", found[i]);
  printf("\nprimes:");
  for (int n = 2; n <= sieve.limit; n++) {
    if (is_prime(&sieve, n)) printf(" %d", n);
  }
  printf("\n");
  return 0;
}
