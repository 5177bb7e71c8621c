// The tenth Fibonacci number. Example 4 of "Strategic Bug Location Method for Functional Programs" (Takahashi, Ono).
//
//   fr(n)   the nth Fibonacci number: 1, 1, 2, 3, 5, 8, 13, 21, 34, 55
#include <cstdio>

int fr(int n) {
  return n <= 2 ? 1 : fr(n - 1) * fr(n - 2);
}

int main() {
  std::printf("%d\n", fr(10));
}
