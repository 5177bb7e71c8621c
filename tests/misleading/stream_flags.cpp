#include <iostream>
void print_hex(int x) {
  std::cout << std::hex << x << '\n';
}  // bug: leaves hex switched on
void print_dec(int x) {
  std::cout << x << '\n';
}
int main() {
  print_hex(255);
  print_dec(16);
}
