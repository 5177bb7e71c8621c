#include <cstdio>
#include <string>
static void fill(std::string& line) {
  for (std::size_t i = 0; i <= line.size(); i++) line[i] = '.';  // bug: < line.size()
}
int main() {
  std::string line = "####";
  fill(line);
  std::puts(line.c_str());
}
