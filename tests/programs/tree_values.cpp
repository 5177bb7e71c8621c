// What a question shows of arguments and results.
// TREE: main() = 0
// TREE:   longer("ab", "c") = "ab"
// TREE:   doubled({1, 2}) = {2, 4}
// TREE:   flip({x = 1, y = 2}) = {x = 2, y = 1}
// TREE:   half(7) = 3.5
// TREE:   next(kRed) = kGreen
// TREE:   find({"a": 1, "b": 2}, "b") = 2
#include <map>
#include <string>
#include <vector>
struct Point {
  int x, y;
};
enum class Color { kRed, kGreen };
static std::string longer(const std::string& a, const std::string& b) {
  return a.size() < b.size() ? b : a;
}
static std::vector<int> doubled(std::vector<int> values) {
  std::vector<int> result;
  result.push_back(values[0] * 2);
  result.push_back(values[1] * 2);
  return result;
}
static Point flip(Point p) {
  return {p.y, p.x};
}
static double half(int x) {
  return x / 2.0;
}
static Color next(Color color) {
  return color == Color::kRed ? Color::kGreen : Color::kRed;
}
static int find(const std::map<std::string, int>& map, const std::string& key) {
  return map.at(key);
}
int main() {
  longer("ab", "c");
  doubled({1, 2});
  flip({1, 2});
  half(7);
  next(Color::kRed);
  find({{"a", 1}, {"b", 2}}, "b");
}
