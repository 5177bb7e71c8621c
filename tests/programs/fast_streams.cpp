// STDIN: 5 6 seven
// sync_with_stdio(false): streams with buffers of their own.
#include <iostream>
#include <string>
static int read_sum(std::istream& in) {
  int a = 0, b = 0;
  in >> a >> b;
  return a + b;
}
int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::cout << read_sum(std::cin) << '\n';
  std::string word;
  std::cin >> word;
  std::cout << word << '\n';
  for (int i = 0; i < 100; ++i) std::cout << i << (i % 20 == 19 ? '\n' : ' ');
  std::cerr << "done\n";
}
