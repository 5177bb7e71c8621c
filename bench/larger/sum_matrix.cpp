// A hundred matrices.
#define main example_main
#include "../../examples/sum_matrix/sum_matrix_fixed.cpp"
#undef main

int main() {
  int result = 0;
  for (int k = 0; k < 100; k++) {
    const Matrix m(3, 3);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) result += m.position(i, j);
  }
  std::printf("%d\n", result);
}
