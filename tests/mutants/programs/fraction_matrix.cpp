// features: recursion containers loop-heads
// Exact linear algebra with matrices of fractions: products, determinants, inverses and systems of equations.
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static long gcd(long a, long b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}

// Always reduced, with a positive denominator.
class Fraction {
 public:
  Fraction(long numerator = 0, long denominator = 1) : numerator_(numerator), denominator_(denominator) {
    if (denominator_ == 0) throw std::domain_error("denominator is zero");
    const long divisor = gcd(numerator_, denominator_) * (denominator_ < 0 ? -1 : 1);
    numerator_ /= divisor;
    denominator_ /= divisor;
  }

  Fraction operator-() const { return {-numerator_, denominator_}; }
  Fraction& operator+=(const Fraction& other) {
    const long common = gcd(denominator_, other.denominator_);
    return *this = {numerator_ * (other.denominator_ / common) + other.numerator_ * (denominator_ / common),
                    denominator_ / common * other.denominator_};
  }
  Fraction& operator*=(const Fraction& other) {
    return *this = {numerator_ * other.numerator_, denominator_ * other.denominator_};
  }
  Fraction& operator-=(const Fraction& other) { return *this += -other; }
  Fraction& operator/=(const Fraction& other) {
    return *this = {numerator_ * other.denominator_, denominator_ * other.numerator_};
  }
  friend Fraction operator+(Fraction a, const Fraction& b) { return a += b; }
  friend Fraction operator-(Fraction a, const Fraction& b) { return a -= b; }
  friend Fraction operator*(Fraction a, const Fraction& b) { return a *= b; }
  friend Fraction operator/(Fraction a, const Fraction& b) { return a /= b; }
  friend bool operator==(const Fraction& a, const Fraction& b) {
    return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  }
  friend bool operator<(const Fraction& a, const Fraction& b) {
    return a.numerator_ * b.denominator_ < b.numerator_ * a.denominator_;
  }

  std::string text() const {
    std::string result = std::to_string(numerator_);
    if (denominator_ != 1) result += "/" + std::to_string(denominator_);
    return result;
  }

 private:
  long numerator_;
  long denominator_;
};

template <typename T>
class Matrix {
 public:
  Matrix(int rows, int columns) : rows_(rows), columns_(columns), cells_(rows * columns) {}
  Matrix(int rows, int columns, std::initializer_list<T> cells)
      : rows_(rows), columns_(columns), cells_(cells) {
    if (static_cast<int>(cells_.size()) != rows * columns) throw std::length_error("wrong number of cells");
  }

  static Matrix identity(int size) {
    Matrix result(size, size);
    for (int i = 0; i < size * size; i += size + 1) result.cells_[i] = T(1);
    return result;
  }

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  T& operator()(int row, int column) { return cells_[row * columns_ + column]; }
  const T& operator()(int row, int column) const { return cells_[row * columns_ + column]; }

  friend Matrix operator*(const Matrix& a, const Matrix& b) {
    if (a.columns_ != b.rows_) throw std::length_error("sizes do not match");
    Matrix result(a.rows_, b.columns_);
    for (int row = 0; row < a.rows_; ++row) {
      for (int column = 0; column < b.columns_; ++column) {
        T sum(0);
        for (int i = 0; i < a.columns_; ++i) sum += a(row, i) * b(i, column);
        result(row, column) = sum;
      }
    }
    return result;
  }

  bool operator==(const Matrix& other) const { return columns_ == other.columns_ && cells_ == other.cells_; }

  void swap_rows(int a, int b) {
    for (int column = 0; column < columns_; ++column) std::swap((*this)(a, column), (*this)(b, column));
  }

 private:
  int rows_, columns_;
  std::vector<T> cells_;
};

using Fractions = Matrix<Fraction>;

static Fractions power(const Fractions& base, int exponent) {
  if (exponent == 0) return Fractions::identity(base.rows());
  const Fractions half = power(base, exponent / 2);
  return exponent % 2 == 0 ? half * half : half * half * base;
}

static Fractions minor_of(const Fractions& matrix, int without_column) {
  Fractions result(matrix.rows() - 1, matrix.columns() - 1);
  for (int row = 1; row < matrix.rows(); ++row) {
    int to = 0;
    for (int column = 0; column < matrix.columns(); ++column) {
      if (column == without_column) continue;
      result(row - 1, to++) = matrix(row, column);
    }
  }
  return result;
}

static Fraction determinant_by_minors(const Fractions& matrix) {
  if (matrix.rows() == 1) return matrix(0, 0);
  Fraction sum;
  for (int column = 0; column < matrix.columns(); ++column) {
    if (matrix(0, column) == 0) continue;
    const Fraction part = matrix(0, column) * determinant_by_minors(minor_of(matrix, column));
    sum += column % 2 == 0 ? part : -part;
  }
  return sum;
}

struct Reduced {
  Fractions matrix;
  Fraction determinant;  // of the square on the left
  int rank;
};

// Gauss and Jordan: the leading `width` columns become the identity as far as they can.
static Reduced reduce(Fractions matrix, int width) {
  Fraction determinant = 1;
  int done = 0;
  for (int column = 0; column < width && done < matrix.rows(); ++column) {
    int pivot = done;
    while (pivot < matrix.rows() && matrix(pivot, column) == 0) ++pivot;
    if (pivot == matrix.rows()) continue;
    if (pivot != done) {
      matrix.swap_rows(pivot, done);
      determinant = -determinant;
    }
    const Fraction leading = matrix(done, column);
    determinant *= leading;
    for (int i = column; i < matrix.columns(); ++i) matrix(done, i) /= leading;
    for (int row = 0; row < matrix.rows(); ++row) {
      const Fraction factor = matrix(row, column);
      if (row == done || factor == 0) continue;
      for (int i = matrix.columns() - 1; i >= column; --i) matrix(row, i) -= factor * matrix(done, i);
    }
    ++done;
  }
  return {matrix, done == matrix.rows() ? determinant : Fraction(0), done};
}

static Fractions beside(const Fractions& left, const Fractions& right) {
  Fractions result(left.rows(), left.columns() + right.columns());
  for (int row = 0; row < left.rows(); ++row) {
    for (int i = 0; i < left.columns(); ++i) result(row, i) = left(row, i);
    for (int i = 0; i < right.columns(); ++i) result(row, left.columns() + i) = right(row, i);
  }
  return result;
}

// The solution of left * x = right; nothing if there is none or more than one.
static std::optional<Fractions> solve(const Fractions& left, const Fractions& right) {
  const Reduced reduced = reduce(beside(left, right), left.columns());
  if (reduced.rank < left.columns()) return std::nullopt;
  Fractions result(left.columns(), right.columns());
  for (int row = 0; row < result.rows(); ++row) {
    for (int i = 0; i < result.columns(); ++i) result(row, i) = reduced.matrix(row, left.columns() + i);
  }
  return result;
}

static Fraction largest(const Fractions& matrix) {
  Fraction result = matrix(0, 0);
  for (int row = 0; row < matrix.rows(); ++row) {
    for (int column = row == 0 ? 1 : 0; column < matrix.columns(); ++column) {
      if (result < matrix(row, column)) result = matrix(row, column);
    }
  }
  return result;
}

static void print(const char* title, const Fractions& matrix) {
  std::printf("%s, largest %s\n", title, largest(matrix).text().c_str());
  for (int row = 0; row < matrix.rows(); ++row) {
    for (int column = 0; column < matrix.columns(); ++column)
      std::printf("%9s", matrix(row, column).text().c_str());
    std::printf("\n");
  }
}

int main() {
  const Fractions a(3, 3, {2, {1, 2}, -1, 0, 3, {2, 3}, 1, -2, {5, 4}});
  const Fractions singular(3, 3, {1, 2, 3, 2, 4, 6, 0, 1, {-1, 2}});
  const Fractions swapped(3, 3, {0, 2, 1, 3, 0, 0, 0, 1, 1});
  print("a", a);
  print("a squared", a * a);
  print("recurrence", power(Fractions(2, 2, {1, 1, 1, 0}), 11));
  for (const Fractions* matrix : {&a, &singular, &swapped}) {
    const Reduced reduced = reduce(*matrix, 3);
    std::printf("determinant %s = %s, rank %d\n", reduced.determinant.text().c_str(),
                determinant_by_minors(*matrix).text().c_str(), reduced.rank);
  }
  const std::optional<Fractions> inverse = solve(a, Fractions::identity(3));
  if (inverse) print("inverse", *inverse);
  std::printf("inverse is %s\n", inverse && *inverse * a == Fractions::identity(3) ? "right" : "wrong");
  const Fractions right(3, 1, {1, {7, 2}, -3});
  if (const auto solution = solve(a, right)) print("solution", *solution);
  std::printf("singular: %s\n", solve(singular, right) ? "one solution" : "not one solution");
  try {
    print("product", right * a);
  } catch (const std::length_error& error) {
    std::printf("product: %s\n", error.what());
  }
  return 0;
}
