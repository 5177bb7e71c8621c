#include <cstdio>
struct Stats {
  int n = 0, sum = 0;
  void collect(int a, int b) {
    sum += a + b;
    n += 1;
  }  // bug: n must grow by 2
  void reset() { n = sum = 0; }
};
void report(int m) {
  std::printf("mean %d\n", m);
}
int mean(Stats& s, int a, int b) {
  s.collect(a, b);
  int m = s.sum / s.n;
  s.reset();
  report(m);
  return m;
}
int main() {
  Stats s;
  return mean(s, 4, 6) != 5;
}
