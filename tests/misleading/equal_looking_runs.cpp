#include <cstdio>
struct Even {
  bool operator()(int x) const { return x % 2 == 0 || x == 9; }
};  // wrong for 9
int main() {
  Even e, f;
  int c = e(0) + e(1) + e(2) + e(3);
  c += f(6) + f(7) + f(8) + f(9);
  std::printf("%d (expected 4)\n", c);
}
