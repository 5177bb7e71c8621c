// Six texts against a list of six words.
#define main example_main
#include "../../examples/edit_distance/edit_distance_fixed.cpp"
#undef main

int main() {
  const Words words{"heat", "cart", "house", "mouse", "tree", "river"};
  for (const char* text : {"bat", "7", "hous", "trees", "rive", "xyz"})
    std::printf("%s\n", correct(text, words).c_str());
}
