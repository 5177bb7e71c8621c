#pragma once

struct Fraction {
  int above;
  int below;
};

Fraction make(int above, int below);
Fraction add(const Fraction& a, const Fraction& b);
