// Lambdas: capturing by value and reference, generic, recursive, mutable, as function pointers, in std::function, with
// captured this and packs, immediately called, constexpr; callbacks from library code.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

static int call(int (*f)(int), int x) {
  return f(x);
}
static int each(const std::vector<int>& values, const std::function<int(int)>& f) {
  int sum = 0;
  for (int value : values) sum += f(value);
  return sum;
}
struct Counter {
  int count = 0;
  auto by_reference() {
    return [this](int n) { return count += n; };
  }
  auto by_copy() {
    return [*this](int n) mutable { return count += n; };
  }
};
template <typename... Parts>
auto sum_later(Parts... parts) {
  return [parts...](auto... more) { return (parts + ... + 0) + (more + ... + 0); };
}
static std::function<int()> escaping(int start) {
  return [n = start]() mutable { return n++; };
}
static int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

int main() {
  int base = 10;
  auto by_value = [base](int x) { return base + x; };
  auto by_reference = [&base](int x) { return base += x; };
  auto generic = [](const auto& a, auto b) { return a + b; };
  auto mutating = [n = 0]() mutable { return ++n; };
  auto recursive = [](auto&& self, int n) -> int { return n <= 1 ? 1 : n * self(self, n - 1); };
  std::printf("%d %d %d\n", by_value(1), by_reference(2), by_value(1));
  std::printf("%d %s %g\n", generic(1, 2), generic(std::string("a"), "b").c_str(), generic(1.5, 2));
  std::printf("%d%d%d %d\n", mutating(), mutating(), mutating(), recursive(recursive, 6));
  std::printf("%d %d\n", call([](int x) { return x * x; }, 7), [](int x) { return -x; }(3));
  std::function<int(int)> fibonacci = [&fibonacci](int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  };
  std::printf("%d %d\n", fibonacci(9), each({1, 2, 3}, by_reference));
  Counter counter;
  auto reference = counter.by_reference();
  auto copy = counter.by_copy();
  reference(5);
  std::printf("%d %d %d\n", copy(1), counter.count, sum_later(1, 2)(3, 4.5) > 10);
  auto next = escaping(3);
  next();
  std::printf("%d\n", next());
  std::vector<int> values{5, 3, 9, 1};
  std::sort(values.begin(), values.end(), [](int a, int b) { return a > b; });
  std::printf("%d %d %d\n", values[0], values[3],
              std::accumulate(values.begin(), values.end(), 0, [](int a, int b) { return a * 2 + b; }));
  std::qsort(values.data(), values.size(), sizeof(int), compare);
  const int wanted = 5;
  const void* found = std::bsearch(&wanted, values.data(), values.size(), sizeof(int), compare);
  std::printf("%d %td\n", values[0], static_cast<const int*>(found) - values.data());
  auto bound = std::bind(std::minus<int>(), std::placeholders::_2, 4);
  std::printf("%d\n", bound(1, 10));
  auto member = std::mem_fn(&Counter::count);
  std::printf("%d %d\n", member(counter), std::invoke([](int a, int b) { return a % b; }, 17, 5));
}
