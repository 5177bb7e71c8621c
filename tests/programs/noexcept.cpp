// STATUS: 9
// An exception leaves a noexcept function: std::terminate, with a handler that exits.
#include <cstdio>
#include <cstdlib>
#include <exception>
static void thrower() {
  throw 1;
}
static void quiet() noexcept {
  thrower();
}
static void handler() {
  std::printf("terminate\n");
  std::fflush(stdout);
  std::_Exit(9);
}
int main() {
  std::set_terminate(handler);
  try {
    quiet();
  } catch (...) {
    std::puts("never");
  }
}
