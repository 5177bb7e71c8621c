// Sixty numbers, of which twenty are removed again.
#define main example_main
#include "../../examples/tree_set/tree_set_fixed.cpp"
#undef main

int main() {
  Tree tree;
  for (int i = 0; i < 60; ++i) insert(tree, i * 37 % 101);
  for (int i = 0; i < 20; ++i) erase(tree, i * 74 % 101);
  print(tree);
  for (const int x : {8, 50, 99})
    std::printf("- %d numbers, %s\n", size(tree), contains(tree, x) ? "there" : "not there");
}
