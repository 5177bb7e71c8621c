// Eighty names.
#define main example_main
#include "../../examples/quicksort/quicksort_fixed.cpp"
#undef main

int main() {
  Names names;
  for (int i = 0; i < 80; ++i)
    names.push_back(std::string(2 + i * 7 % 5, static_cast<char>('a' + i * 11 % 26)));
  quicksort(names, 0, static_cast<int>(names.size()) - 1);
  for (const std::string& name : names) std::printf("%s ", name.c_str());
  std::printf("\n");
}
