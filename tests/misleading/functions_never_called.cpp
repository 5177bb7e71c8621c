#include <cctype>
#include <cstdlib>
#include <functional>
struct Base {
  int x = 1;
  virtual ~Base() = default;
  virtual int f(int y) { return x + y; }
  int g(int y) { return x - y; }
  virtual int h() = 0;
};
struct D : Base {
  int h() override { return 3; }
};
static int call(Base* b, int (Base::*m)(int), int y) {
  return (b->*m)(y);
}
static int apply(int (*f)(int), int x) {
  return f(x);
}
static int never(int x) {
  return x;
}
static int hold(int (*f)(int)) {
  return f != nullptr;
}
static int use(std::function<int(int)> f, int x) {
  return f(x);
}
int main(int argc, char** argv) {
  D d;
  call(&d, &Base::f, 2);
  call(&d, &Base::g, 2);
  apply(std::abs, -3);
  apply(toupper, 'a');
  hold(never);
  int n = argc;
  use([n, &d](int x) { return x + n + d.x; }, 4);
  return argv[argc] ? 1 : 0;
}
