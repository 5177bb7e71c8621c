// The sum of all elements of a 3 by 3 matrix of ones. Figure 1 of "Mejora del rendimiento de la depuración
// declarativa mediante expansión y compresión de bucles" (Insa, Silva, Tomás), with a bug put in.
//
//   Matrix(rows, columns)   a matrix of that size, filled with ones
//   position(row, column)   the element there
//   main                    prints the sum of all elements
#include <cstdio>

class Matrix {
 public:
  Matrix(int rows, int columns) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) matrix_[i][j] = 1;
  }

  int position(int row, int column) const { return matrix_[row][column]; }

 private:
  int matrix_[3][3];
};

int main() {
  int result = 0;
  const int rows = 3;
  const int columns = 3;
  const Matrix m(rows, columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) result = m.position(i, j);
  std::printf("%d\n", result);
}
