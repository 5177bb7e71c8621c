// Castling on a chessboard. Figure 1 of "Speeding Up Algorithmic Debugging Using Balanced Execution Trees"
// (Insa, Silva, Riesco).
//
// Castling with the tower on column 8: the tower goes two squares to the left, the king two to the right. With the
// tower on column 1: the tower goes three squares to the right, the king two to the left. The row never changes.
#include <cstdio>

class Position {
 public:
  void locate(int column, int row) {
    x = column;
    y = row;
  }
  void up() { y = y + 1; }
  void down() { y = y - 1; }
  void right() { x = x + 1; }
  void left() { x = x - 1; }

  int x, y;
};

void castling(Position& tower, Position& king) {
  if (tower.x == 8) {
    for (int i = 1; i <= 2; i++) tower.left();
    for (int i = 1; i <= 2; i++) king.right();
  } else {
    for (int i = 1; i <= 3; i++) tower.right();
    for (int i = 1; i <= 2; i++) king.left();
  }
}

int main() {
  Position tower;
  Position king;
  king.locate(5, 1);
  tower.locate(8, 1);
  castling(tower, king);
  std::printf("tower (%d, %d), king (%d, %d)\n", tower.x, tower.y, king.x, king.y);
}
