#include <functional>
#include <string>
#include <vector>
struct Scale {
  int by;
  int operator()(int x) const { return by * x; }
};
static int twice(int x) {
  return 2 * x;
}
static int half(int x) {
  return x / 2;
}
using Step = std::function<int(int)>;
static int apply(const Step& step, int x) {
  return step(x);
}
static int all(const std::vector<Step>& steps, int x) {
  for (const Step& step : steps) x = apply(step, x);
  return x;
}
static std::vector<Step> plan(int offset, const std::string& name) {
  return {twice, Scale{3}, [offset](int x) { return x + offset + 1; },
          [name, offset](int x) { return x + static_cast<int>(name.size()) - offset; }};
}  // bug: adds 1 too much
static int call(int (*f)(int), int x) {
  return f(x);
}
int main() {
  int total = 0;
  const Step add = [&total](int x) { return total += x; };
  apply(add, 5);
  apply([](int x) { return x; }, 1);
  static int (*const table[])(int) = {twice, half};
  call([](int x) { return x; }, 2);
  const int result = all(plan(4, "a name that is not short"), 1) + call(table[1], 8);
  return total == 5 && result == 34 ? 0 : 1;
}
