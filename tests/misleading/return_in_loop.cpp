#include <cstdio>
// early return from a search, lines apart
int find(const int* a, int n, int x) {
  for (int i = 0; i < n; i++) {
    if (a[i] == x) return i + 1;  // bug
  }
  return -1;
}
bool all_positive(const int* a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] <= 0) return true;  // bug: false
  }
  return true;
}
int main() {
  int a[4] = {7, 8, 0, 9};
  std::printf("%d %d\n", find(a, 4, 8), all_positive(a, 4));
}
