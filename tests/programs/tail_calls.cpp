// TREE: main(1, *) = 0
// TREE:   start(4, 0)*
// TREE:   even(4, *)*
// TREE:   odd(3, *)*
// TREE:   even(2, *)*
// TREE:   odd(1, *)*
// TREE:   even(0, *) = *
// TREE:   plain(1) = 2
// Guaranteed tail calls: the caller is gone when the callee runs, so they are siblings; a million of them need no stack.
#include <cstdio>
static int odd(int n, int steps);
static int even(int n, int steps) {
  if (n == 0) return steps;
  [[clang::musttail]] return odd(n - 1, steps + 1);
}
static int odd(int n, int steps) {
  if (n == 0) return -steps;
  [[clang::musttail]] return even(n - 1, steps + 1);
}
static int start(int n, int steps) {
  [[clang::musttail]] return even(n, steps);
}
static int plain(int x) {
  return x + 1;
}

int main(int argc, char**) {
  std::printf("%d\n", start(argc == 1 ? 4 : 1000001, 0));
  return plain(1) - 2;
}
