// features: recursion loop-heads args
// Solves puzzles on a board of the argument's size: queens, a knight's tour, rook paths, domino tilings.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

class Queens {
 public:
  explicit Queens(int size)
      : size_(size), columns_(size), rising_(2 * size - 1), falling_(2 * size - 1), placed_(size) {}

  int solve() {
    place(0);
    return solutions_;
  }
  int symmetric() const { return symmetric_; }
  const std::string& first() const { return first_; }

 private:
  void place(int row) {
    if (row == size_) {
      record();
      return;
    }
    for (int column = 0; column < size_; ++column) {
      const int up = row + column, down = row - column + size_ - 1;
      if (columns_[column] || rising_[up] || falling_[down]) continue;
      set(column, up, down, true);
      placed_[row] = column;
      place(row + 1);
      set(column, up, down, false);
    }
  }

  void set(int column, int up, int down, bool taken) {
    columns_[column] = rising_[up] = falling_[down] = taken;
  }

  void record() {
    if (solutions_++ == 0) {
      for (const int column : placed_) first_ += static_cast<char>('a' + column);
    }
    for (int row = 0; row < (size_ + 1) / 2; ++row) {
      if (placed_[row] + placed_[size_ - 1 - row] != size_ - 1) return;
    }
    ++symmetric_;
  }

  int size_;
  std::vector<char> columns_, rising_, falling_;
  std::vector<int> placed_;
  int solutions_ = 0;
  int symmetric_ = 0;
  std::string first_;
};

// Warnsdorff's rule: the next field is the one with the fewest ways on; goes back where it fails.
class KnightTour {
 public:
  explicit KnightTour(int size) : size_(size), order_(size * size, 0) {}

  bool find(int x, int y) {
    order_[y * size_ + x] = 1;
    return extend(x, y, 2);
  }

  int visited() const { return visited_; }

  void print() const {
    for (int y = size_ - 1; y >= 0; --y) {
      for (int x = 0; x < size_; ++x) std::printf("%3d", order_[y * size_ + x]);
      std::printf("\n");
    }
  }

 private:
  static constexpr int kMoves[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

  bool is_free(int x, int y) const {
    return x >= 0 && y >= 0 && x < size_ && y < size_ && order_[y * size_ + x] == 0;
  }

  int ways_on(int x, int y) const {
    int ways = 0;
    for (const auto& move : kMoves) ways += is_free(x + move[0], y + move[1]);
    return ways;
  }

  bool extend(int x, int y, int number) {
    ++visited_;
    if (number > size_ * size_) return true;
    for (int ways = 0; ways < 8; ++ways) {
      for (const auto& move : kMoves) {
        const int to_x = x + move[0], to_y = y + move[1];
        if (!is_free(to_x, to_y) || ways_on(to_x, to_y) != ways) continue;
        order_[to_y * size_ + to_x] = number;
        if (extend(to_x, to_y, number + 1)) return true;
        order_[to_y * size_ + to_x] = 0;
      }
    }
    return false;
  }

  int size_;
  std::vector<int> order_;
  int visited_ = 0;
};

// Ways of a rook from one corner to the other that never goes back, with fields in between that are closed.
static long rook_paths(int size, int closed_every) {
  std::vector<long> ways(size, 0);
  ways[0] = 1;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const int number = y * size + x;
      if (number % closed_every == closed_every - 1 && number != size * size - 1) {
        ways[x] = 0;
      } else if (x > 0) {
        ways[x] += ways[x - 1];
      }
    }
  }
  return ways[size - 1];
}

// Ways to cover the board with dominoes, column by column; a set bit sticks out of the column before.
static void fill_column(int rows, int row, unsigned taken, unsigned next, long ways,
                        std::vector<long>& result) {
  while (row < rows && (taken >> row & 1u) != 0) ++row;
  if (row >= rows) {
    result[next] += ways;
    return;
  }
  fill_column(rows, row + 1, taken, next | 1u << row, ways, result);
  if (row + 1 < rows && (taken >> (row + 1) & 1u) == 0) fill_column(rows, row + 2, taken, next, ways, result);
}

static long domino_tilings(int rows, int columns) {
  std::vector<long> now(std::size_t{1} << rows, 0);
  now[0] = 1;
  for (int column = 0; column < columns; ++column) {
    std::vector<long> next(now.size(), 0);
    for (unsigned taken = 0; taken < now.size(); ++taken) {
      if (now[taken] != 0) fill_column(rows, 0, taken, 0, now[taken], next);
    }
    now = next;
  }
  return now[0];
}

int main(int argc, char** argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 5;
  if (size < 3 || size > 7) {
    std::fprintf(stderr, "a size from 3 to 7 is expected\n");
    return EXIT_FAILURE;
  }
  for (int n = size - 1; n <= size + 1; ++n) {
    Queens queens(n);
    const int solutions = queens.solve();
    std::printf("%d queens: %d solutions, %d symmetric, first %s\n", n, solutions, queens.symmetric(),
                solutions > 0 ? queens.first().c_str() : "none");
  }
  KnightTour tour(size);
  const bool found = tour.find(0, size - 1);
  std::printf("knight: %s after %d fields\n", found ? "tour" : "no tour", tour.visited());
  if (found) tour.print();
  for (int every = size + 2; every > 2; every -= 2)
    std::printf("rook, each %d. closed: %ld\n", every, rook_paths(size, every));
  for (int columns = 2; columns <= size; columns += 1 + columns % 2)
    std::printf("dominoes on 4 by %d: %ld\n", columns, domino_tilings(4, columns));
  return 0;
}
