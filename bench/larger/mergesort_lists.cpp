// Fifty numbers.
#define main example_main
#include "../../examples/mergesort_lists/mergesort_lists_fixed.cpp"
#undef main

int main() {
  List numbers;
  for (int i = 0; i < 50; ++i) numbers.push_back(i * 37 % 101);
  for (const int number : mergesort(numbers)) std::printf("%d\n", number);
}
