// Calls in a row that use parts of what they are given.
#include <cstdio>
#include <numeric>
#include <vector>

/// With cells that are far too many for a line.
struct Table {
  std::vector<int> cells = std::vector<int>(60, 1);
  void put(int place, int value) { cells[place] = value; }
};

int sum_of(const std::vector<int>& cells, int from, int to) {
  int sum = 0;
  for (int i = from; i < to; ++i) sum += cells[i];
  return sum;
}

/// Uses more parts of it than have a line.
int corners(const std::vector<int>& cells, int seed) {
  return seed + cells[0] + cells[9] + cells[20] + cells[29] + cells[40] + cells[49];
}

int sums() {
  Table table;
  table.put(3, 7);
  table.put(13, 8);
  return sum_of(table.cells, 0, 12) + sum_of(table.cells, 12, 15);
}

int main(int argc, char**) {
  if (argc == 1) {
    std::printf("%d\n", sums());
    return 0;
  }
  std::vector<int> cells(60);
  std::iota(cells.begin(), cells.end(), 100);
  std::printf("%d\n", corners(cells, 1) + corners(cells, 2));
}
