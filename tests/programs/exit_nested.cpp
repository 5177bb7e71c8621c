// STATUS: 21
// exit in a nested call: atexit handlers, then static destructors, in reverse order; buffered output is there.
#include <cstdio>
#include <cstdlib>
struct Global {
  explicit Global(const char* name) : name(name) {}
  ~Global() { std::printf("~%s\n", name); }
  const char* name;
};
static Global first("first"), second("second");
static void handler() {
  std::printf("handler\n");
}
static void last() {
  std::printf("last\n");
}
static void deep(int n) {
  Global local("never");
  for (;;) {
    if (n == 0) std::exit(21);
    deep(n - 1);
  }
}
int main() {
  std::atexit(last);
  std::atexit(handler);
  static Global in_main("in main");
  std::printf("buffered");
  deep(3);
}
