/* A text of eighty words. */
#define main example_main
#include "../../examples/text_statistics/text_statistics_fixed.c"
#undef main

int main(void) {
  for (int i = 0; i < 8; i++) count("It isn't so,\nthe elephant said to\none wren.\n");
  count("Who hears not the music thinks the dancers are mad.\n");
  report();
  return 0;
}
