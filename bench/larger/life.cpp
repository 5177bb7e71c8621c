// Two generations on a board of eight by eight.
#define main example_main
#include "../../examples/life/life_fixed.cpp"
#undef main

int main() {
  Board board{".#......", "..#.....", "###.....", "........", "....##..", "....##..", ".....#..", "........"};
  for (int generation = 0; generation < 2; ++generation) board = step(board);
  print(board);
}
