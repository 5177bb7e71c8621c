// Products of matrices that are vectors of vectors: almost all that happens is reading, through library templates.
#include <cstdio>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

static Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.size(), std::vector<double>(b[0].size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b[0].size(); ++j)
      for (std::size_t k = 0; k < b.size(); ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

int main() {
  Matrix a(100, std::vector<double>(100, 1.5)), b = a;
  for (int i = 0; i < 2; ++i) a = product(a, b);
  std::printf("%g\n", a[0][0]);
}
