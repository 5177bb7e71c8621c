// A callback from library code is a node below the call that made library code run.
// TREE: main() = 0
// TREE:   twice<*>({}, 3) = 12
// TREE:     main::lambda@21(3) = 6
// TREE:     main::lambda@21(6) = 12
// TREE:   smallest() = 1
// TREE:     less(1, 5) = true
#include <algorithm>
template <typename F>
static int twice(F f, int x) {
  return f(f(x));
}
static bool less(int a, int b) {
  return a < b;
}
static int smallest() {
  const int values[] = {5, 1};
  return *std::min_element(values, values + 2, less);
}
int main() {
  twice([](int x) { return 2 * x; }, 3);
  smallest();
}
