// A hundred games, in which black and white castle to one side or the other.
#define main example_main
#include "../../examples/chess/chess_fixed.cpp"
#undef main

int main() {
  for (int game = 0; game < 100; ++game) {
    Position tower;
    Position king;
    const int row = game % 2 == 0 ? 1 : 8;
    king.locate(5, row);
    tower.locate(game % 3 == 0 ? 1 : 8, row);
    castling(tower, king);
    std::printf("tower (%d, %d), king (%d, %d)\n", tower.x, tower.y, king.x, king.y);
  }
}
