#include <cstdio>
#include <functional>
#include <vector>
struct Acc {
  int sum = 0;
  void add(int x) { sum += x; }
};
void feed(const std::function<void(int)>& f, int x) {
  f(x == 3 ? 4 : x);
}  // bug: feeds 4 for 3
int total() {
  Acc a;
  auto f = std::bind(&Acc::add, &a, std::placeholders::_1);
  feed(f, 2);
  feed(f, 3);
  return a.sum;
}
int main() {
  std::printf("%d\n", total());
}
