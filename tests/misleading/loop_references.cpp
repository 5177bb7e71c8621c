#include <map>
#include <vector>
struct P {
  int x;
  int y;
};
static void twice(std::vector<int>& v) {
  for (auto& x : v) x *= 2;
}
static void move(std::vector<P>& v) {
  for (P& p : v) p.x += p.y;
} /* bug: should add 1 */
static void raise(std::map<int, int>& m) {
  for (auto& [key, value] : m) value += key;
}
int main() {
  std::vector<int> v{1, 2, 3};
  std::vector<P> w{{1, 1}, {3, 1}, {5, 2}};
  twice(v);
  move(w);
  std::map<int, int> m{{1, 5}, {2, 7}};
  raise(m);
  return w[2].x == 6 ? 0 : 1;
}
