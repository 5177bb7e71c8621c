#include "units.h"

static int greatest_divisor(int a, int b) {
  return b == 0 ? a : greatest_divisor(b, a % b);
}

Fraction make(int above, int below) {
  const int divisor = greatest_divisor(above, below);
  return {above / divisor, below / divisor};
}

Fraction add(const Fraction& a, const Fraction& b) {
  return make(a.above * b.below + b.above * a.below, a.below * b.below);
}
