// Sets of twenty numbers, in another order.
#define main example_main
#include "../../examples/equal_sets/equal_sets_fixed.cpp"
#undef main

int main() {
  Set a;
  Set b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(i * 7 % 20);
    b.push_back(i * 3 % 20);
  }
  std::puts(equal_sets(a, b) ? "equal" : "not equal");
}
