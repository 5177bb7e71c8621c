#include <cstdio>
struct Clock {
  int hour = 0;
  void set(int h) { hour = h % 24; }
  bool is_night() const { return hour < 6 || hour > 22; }  // bug: 22 belongs to it
  int name() const { return hour; }
};
int lamps(Clock& c) {
  c.set(46);
  return c.is_night() ? c.name() : -c.name();
}
int main() {
  Clock c;
  std::printf("%d (expected 22)\n", lamps(c));
}
