#include <cstdio>
struct Counter {
  mutable int reads = 0;
  int v = 5;
};
int get(const Counter& c) {
  if (c.reads == 1)
    c.reads = 7;
  else
    ++c.reads;
  return c.v;
}  // bug: the second read counts wrong
int report() {
  Counter c;
  int s = get(c) + get(c);
  return s * 100 + c.reads;
}
int main() {
  std::printf("%d\n", report());
}
