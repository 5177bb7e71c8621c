#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
struct Syntax {
  int line;
  const char* what;
};
int parse(const std::string& s) {
  int sum = 0;
  for (char c : s) {
    if (c < '0') throw std::runtime_error("bad " + s);
    if (c > '9') throw Syntax{3, "letter"};
    sum += c - '0';
  }
  return sum;
}
int safe(const std::vector<std::string>& all) {
  int total = 0;
  try {
    for (auto& s : all) total += parse(s);
  } catch (const std::exception& e) {
    total += 1000;  // bug: -1 for what cannot be read
  } catch (const Syntax&) {
    total += 2000;
  }
  return total;
}
int main() {
  std::printf("%d %d\n", safe({"12", "3-4", "5"}), safe({"1", "2a"}));
}
