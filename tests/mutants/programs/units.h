#pragma once

struct Fraction {
  int above = 0;
  int below = 1;
};

Fraction make(int above, int below);
Fraction add(const Fraction& a, const Fraction& b);
