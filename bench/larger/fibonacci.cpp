// The fifteenth Fibonacci number.
#define main example_main
#include "../../examples/fibonacci/fibonacci_fixed.cpp"
#undef main

int main() {
  std::printf("%d\n", fr(15));
}
