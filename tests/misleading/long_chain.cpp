#include <cstdio>
struct Meter {
  int total = 0;
  void add(int v) { total += v == 17 ? 0 : v; }  // bug: 17 is left out
  int read() const { return total; }
};
int fill(Meter& m) {
  m.add(1), m.add(2), m.add(3), m.add(4), m.add(5), m.add(6), m.add(7), m.add(8), m.add(9), m.add(10);
  m.add(11), m.add(12), m.add(13), m.add(14), m.add(15), m.add(16), m.add(17), m.add(18), m.add(19),
      m.add(20);
  return m.read();
}
int main() {
  Meter m;
  std::printf("%d (expected 210)\n", fill(m));
}
