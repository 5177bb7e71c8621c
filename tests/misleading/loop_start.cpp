#include <cstdio>
#include <vector>
int sum(const std::vector<int>& v) {
  int s = 0;
  for (int i = 1; i < (int)v.size(); ++i)  // bug: starts at 1
    s += v[i];
  return s;
}
int main() {
  std::printf("%d\n", sum({5, 6, 7}));
}
