#include <cstdio>
#include <vector>
struct Walker {
  int x = 0;
  int k = 0;
  void step() {
    ++k;
    x += k == 1 ? 2 : k == 2 ? 0 : 1;
  }  // bug: the first moves 2, the second 0
};
void walk(std::vector<int>& log) {
  Walker w;
  w.step();
  log.push_back(w.x);
  w.step();
  log.push_back(w.x);
}
int main() {
  std::vector<int> log;
  walk(log);
  for (int v : log) std::printf("%d ", v);
  std::puts("");
}
