// STATUS: 3
// Functions, overloads, default and variadic arguments, references to arrays, function pointers, constexpr, inline,
// recursion both ways, [[noreturn]], functions in namespaces and local classes.
#include <cstdarg>
#include <cstdio>

namespace outer::inner {
int add(int a, int b = 2) {
  return a + b;
}
double add(double a, double b) {
  return a + b;
}
}  // namespace outer::inner

static int sum_of(int count, ...) {
  std::va_list list;
  va_start(list, count);
  std::va_list copy;
  va_copy(copy, list);
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(list, int);
  for (int i = 0; i < count; ++i) sum += 100 * va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return sum;
}

static double mixed(const char* kinds, ...) {
  std::va_list list;
  va_start(list, kinds);
  double sum = 0;
  for (; *kinds; ++kinds) sum += *kinds == 'i' ? va_arg(list, int) : va_arg(list, double);
  va_end(list);
  return sum;
}

static int print(const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  const int written = std::vprintf(format, list);
  va_end(list);
  return written;
}

bool odd(unsigned n);
bool even(unsigned n) {
  return n == 0 || odd(n - 1);
}
bool odd(unsigned n) {
  return n != 0 && even(n - 1);
}

template <int N>
int total(const int (&values)[N]) {
  int sum = 0;
  for (int value : values) sum += value;
  return sum;
}

constexpr int square(int x) {
  return x * x;
}
static int twice(int x) {
  return 2 * x;
}
static int apply(int (*function)(int), int x) {
  return function(x);
}
static void out(int& result, const int& from, int&& moved) {
  result = from + moved;
}
static int (*choose(bool which))(int) {
  return which ? twice : +[](int x) { return -x; };
}
struct Pair {
  int a, b;
};
static Pair swapped(Pair pair) {
  return {pair.b, pair.a};
}
static int many(char a, short b, int c, long d, float e, double f, bool g, const char* h, long i, int j,
                int k) {
  return a + b + c + static_cast<int>(d) + static_cast<int>(e + f) + g + h[0] + static_cast<int>(i) + j + k;
}
[[gnu::const]] static int constant(int x) {
  return x + 1;
}
[[gnu::pure]] static int pure(const int* x) {
  return *x + 1;
}
static int fixed_frame(int n) noexcept {
  return n > 0 ? fixed_frame(n - 1) + 1 : 0;
}

int main(int argc, char** argv) {
  std::printf("%d %d %g\n", outer::inner::add(1), outer::inner::add(1, 5), outer::inner::add(1.5, 2.5));
  std::printf("%d %g\n", sum_of(3, 1, 2, 3), mixed("idid", 1, 0.5, 2, 0.25));
  print("%s %d %c\n", "varargs", 7, 'x');
  std::printf("%d %d\n", even(10), odd(10));
  const int values[] = {1, 2, 3, 4};
  std::printf("%d %d\n", total(values), square(total({1, 2})));
  std::printf("%d %d %d\n", apply(twice, 4), apply(choose(true), 5), choose(false)(5));
  int result = 0;
  out(result, 3, 4);
  const Pair pair = swapped({1, 2});
  std::printf("%d %d%d\n", result, pair.a, pair.b);
  std::printf("%d\n", many(1, 2, 3, 4, 5.5f, 6.5, true, "A", 7, 8, 9));
  std::printf("%d %d %d\n", constant(1), pure(&result), fixed_frame(20));
  struct Local {
    static int call(int x) { return x * 3; }
    int operator()(int x) const { return x * 5; }
  };
  std::printf("%d %d\n", Local::call(2), Local{}(2));
  return argc == 1 && argv[1] == nullptr ? 3 : 0;
}
