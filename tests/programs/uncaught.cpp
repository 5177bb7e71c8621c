// STATUS: 134
// An exception that nobody catches: what was printed before is there, std::terminate ends the program.
#include <cstdio>
#include <stdexcept>
static int deeper(int n) {
  if (n == 0) throw std::runtime_error("nobody catches this");
  return deeper(n - 1) + 1;
}
int main() {
  std::printf("before\n");
  std::fflush(stdout);
  return deeper(3);
}
