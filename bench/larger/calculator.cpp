// Ten expressions, with parentheses within parentheses and mistakes.
#define main example_main
#include "../../examples/calculator/calculator_fixed.cpp"
#undef main

int main() {
  for (const char* text :
       {"1 + 2 * 3 - 4 * (5 + 6)", "100 / 8 / 5 * 2 + 1", "((1 + 2) * (3 + 4) - 5) / (6 - 7 * 8)",
        "3.25 * 4 - -2", "1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10", "2 * (3 * (4 * (5 * (6 + 7))))", "(1 + )",
        "12 34", "8 - 4 - 2 - 1 - (8 - 4) - (2 - 1)", "0.5 * 0.5 + 1.5 / 3 - 2 * 0.25"}) {
    show(text);
  }
}
