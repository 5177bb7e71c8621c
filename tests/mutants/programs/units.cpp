// Fractions, in two translation units.
#include "units.h"

#include <cstdio>

static Fraction sum(const Fraction* fractions, int count) {
  Fraction result{0, 1};
  for (int i = 0; i < count; ++i) result = add(result, fractions[i]);
  return result;
}

int main() {
  const Fraction fractions[] = {make(1, 2), make(1, 3), make(5, 6)};
  const Fraction all = sum(fractions, 3);
  std::printf("%d/%d\n", all.above, all.below);
}
