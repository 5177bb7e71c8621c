#include <cstdio>
struct A {
  int x;
  int lo() const { return x; }
  int hi() const { return x + 2; }
  void set(int v) { x = v; }
};
int use(A& a) {
  a.set(3);
  return a.lo() + a.hi();
}
int main() {
  A a{1};
  std::printf("%d\n", use(a));
  std::printf("%d\n", use(a));
}
