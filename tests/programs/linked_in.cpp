// The C++ library is linked in.
// FLAGS: -static-libstdc++ -static-libgcc
// TREE: main() = 0
// TREE:   guarded(1) = 1
// TREE:     checked(1) = 1
// TREE:   guarded(2) = -7
// TREE:     checked(2) *
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

static int checked(int n) {
  if (n % 2 == 0) throw std::runtime_error("refused");
  return n;
}
static int guarded(int n) {
  try {
    return checked(n);
  } catch (const std::exception& error) {
    return -static_cast<int>(std::string(error.what()).size());
  }
}

int main() {
  std::map<int, int> all;
  all[1] = guarded(1);
  all[2] = guarded(2);
  std::cout << all[1] << " " << all[2] << "\n";
}
