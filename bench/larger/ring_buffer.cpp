// The averages of seventy values.
#define main example_main
#include "../../examples/ring_buffer/ring_buffer_fixed.cpp"
#undef main

int main() {
  std::vector<int> values;
  for (int i = 0; i < 70; ++i) values.push_back(i * 37 % 101);
  for (const int average : averages(values)) std::printf("%d ", average);
  std::printf("\n%s\n%s\n", joined().c_str(), last_two({"red", "green"}).c_str());
}
