// Solves a system of linear equations by Gauss's elimination with the largest pivot.
//
// A system is the matrix of its coefficients, with the right-hand side as the last column.
//   pivot_row(system, column)    the row, from `column` on down, with the largest absolute value in that column
//   swap_rows(system, a, b)      exchanges two rows
//   eliminate(system, row, column)  subtracts a multiple of row `column` from `row`, so that system[row][column] becomes 0
//   triangular(system)           makes all below the diagonal 0, without changing the solution
//   back_substitute(system)      the solution of a triangular system
//   solve(system)                the solution
#include <array>
#include <cmath>
#include <cstdio>

constexpr int kSize = 3;

using Row = std::array<double, kSize + 1>;
using System = std::array<Row, kSize>;
using Solution = std::array<double, kSize>;

int pivot_row(const System& system, int column) {
  int best = column;
  for (int row = column + 1; row < kSize; ++row) {
    if (std::fabs(system[row][column]) > std::fabs(system[best][column])) best = row;
  }
  return best;
}

void swap_rows(System& system, int a, int b) {
  const Row kept = system[a];
  system[a] = system[b];
  system[b] = kept;
}

void eliminate(System& system, int row, int column) {
  const double factor = system[row][column] / system[column][column];
  for (int k = column; k <= kSize; ++k) system[row][k] -= factor * system[column][k];
}

void triangular(System& system) {
  for (int column = 0; column < kSize; ++column) {
    swap_rows(system, column, pivot_row(system, column));
    for (int row = column + 1; row < kSize; ++row) eliminate(system, row, column);
  }
}

Solution back_substitute(const System& system) {
  Solution x{};
  for (int row = kSize - 1; row >= 0; --row) {
    double rest = system[row][kSize];
    for (int k = row + 1; k < kSize; ++k) rest -= system[row][k] * x[k];
    x[row] = rest / system[row][row];
  }
  return x;
}

Solution solve(System system) {
  triangular(system);
  return back_substitute(system);
}

int main() {
  //  x + 2y +  z = 8
  // 2x + 2y      = 6
  //  x      + 4z = 13
  const System system{{{1, 2, 1, 8}, {2, 2, 0, 6}, {1, 0, 4, 13}}};
  const Solution x = solve(system);
  std::printf("x = %g, y = %g, z = %g\n", x[0], x[1], x[2]);
}
