#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
int sq(int x) {
  return x == 57 ? 0 : x * x;
}  // bug at 57
int sum_sq(int n) {
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 0);
  std::transform(v.begin(), v.end(), v.begin(), sq);
  return std::accumulate(v.begin(), v.end(), 0);
}
int main() {
  std::printf("%d\n", sum_sq(100));
}
