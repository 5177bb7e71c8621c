// Conway's game of life on a board without rim: left of the first column is the last one, above the first row the last.
//
//   alive(board, row, column)        the cell is alive; rows and columns outside the board wrap around
//   neighbours(board, row, column)   how many of the eight cells around are alive
//   survives(alive, neighbours)      the cell is alive next: a living one with 2 or 3, a dead one with exactly 3
//   step(board)                      the next generation
#include <cstdio>
#include <string>
#include <vector>

using Board = std::vector<std::string>;

bool alive(const Board& board, int row, int column) {
  const int rows = static_cast<int>(board.size());
  const int columns = static_cast<int>(board[0].size());
  return board[(row + rows) % rows][(column + columns) % columns] == '#';
}

int neighbours(const Board& board, int row, int column) {
  int count = 0;
  for (int r = row - 1; r <= row + 1; ++r) {
    for (int c = column - 1; c <= column + 1; ++c) {
      if ((r != row || c != column) && alive(board, r, c)) ++count;
    }
  }
  return count;
}

bool survives(bool living, int around) {
  return around == 3 || (living && around == 2);
}

Board step(const Board& board) {
  Board next = board;
  for (int row = 0; row < static_cast<int>(board.size()); ++row) {
    for (int column = 0; column < static_cast<int>(board[0].size()); ++column) {
      next[row][column] = survives(alive(board, row, column), neighbours(board, row, column)) ? '#' : '.';
    }
  }
  return next;
}

void print(const Board& board) {
  for (const std::string& row : board) std::puts(row.c_str());
}

int main() {
  Board board{".#..", "###.", ".#..", "...."};
  board = step(board);
  print(board);
}
