// A hundred numbers.
#define main example_main
#include "../../examples/mergesort/mergesort_fixed.cpp"
#undef main

int main() {
  List numbers;
  for (int i = 0; i < 100; ++i) numbers.push_back(i * 37 % 101);
  for (const int number : sort(numbers)) std::printf("%d\n", number);
}
