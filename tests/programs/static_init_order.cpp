// Constructor and destructor attributes with priorities, init_priority, static and thread_local objects with output, atexit
// from constructors, local statics that throw at first, weak and visible symbols, ifunc.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

struct Loud {
  explicit Loud(const char* name) : name(name) { std::printf("+%s\n", this->name.c_str()); }
  ~Loud() { std::printf("-%s\n", this->name.c_str()); }
  std::string name;
};
__attribute__((constructor(200))) static void early() {
  std::puts("constructor 200");
}
__attribute__((constructor)) static void late() {
  std::puts("constructor");
}
__attribute__((destructor)) static void fini() {
  std::puts("destructor");
}
__attribute__((init_priority(300))) static Loud prioritised("prioritised");
static Loud ordinary("ordinary");
thread_local Loud local("thread local");
inline Loud shared("inline");
static void handler() {
  std::puts("atexit");
}
static const int registered = std::atexit(handler);

static int risky(bool fail) {
  static int value = fail ? throw std::runtime_error("at first") : 5;
  return value;
}
extern "C" __attribute__((weak)) int absent();
extern "C" __attribute__((weak)) int present() {
  return 1;
}
extern "C" {
static int fast(int x) {
  return x * 2;
}
// A resolver runs before anything else is set up.
int (*resolve(void))(int) {
  return fast;
}
int chosen(int x) __attribute__((ifunc("resolve")));
}
__attribute__((visibility("hidden"))) int hidden() {
  return 4;
}

int main() {
  std::printf("main %d\n", registered);
  std::printf("%s\n", local.name.c_str());
  try {
    risky(true);
  } catch (const std::exception& e) {
    std::puts(e.what());
  }
  std::printf("%d %d\n", risky(false), risky(true));
  std::printf("%d %d %d %d\n", absent == nullptr, present(), chosen(4), hidden());
}
