#include <cstdio>
#include <stdexcept>
#include <vector>
int find(const std::vector<int>& a, int x) {
  for (int i = 0; i < (int)a.size(); i++) {
    if (a[i] == x) return i + 1;
  }
  return -1;
}  // bug: i + 1
int count_le(int n) {
  int c = 0;
  for (int i = 0; i <= n;  // bug: should be <
       i++)
    c++;
  return c;
}
int first_neg(const std::vector<int>& a) {
  int r = -1;
  for (int i = 0; i < (int)a.size(); i++) {
    if (a[i] < 0) {
      r = i;
      break;
    }
    if (a[i] == 0) continue;
  }
  return r;
}
int thrower(int n) {
  for (int i = 0; i < n; i++)
    if (i == 2) throw std::runtime_error("two");
  return n;
}
int main() {
  std::vector<int> v{4, -5, 6};
  int r = find(v, -5);
  int c = count_le(0);
  int f = first_neg(v);
  int t = 0;
  try {
    t = thrower(5);
  } catch (const std::exception&) {
    t = 99;
  }
  std::printf("%d %d %d %d\n", r, c, f, t);
}
