#include <vector>
struct A {
  int x;
  int get() const { return x; }
  void inc() { ++x; }
};
int f(const A* a) {
  return a->x;
}
int g(const A& a) {
  return a.x;
}
int main() {
  std::vector<A> v{{1}, {2}, {3}};
  v.reserve(8);
  v[0].inc();
  v[1].inc();
  f(&v[0]);
  f(&v[1]);
  g(v[0]);
  return v[0].get();
}
