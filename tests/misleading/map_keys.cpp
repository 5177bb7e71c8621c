#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
int f1(const std::unordered_map<char, int>& m) {
  return m.size();
}
int f2(const std::unordered_map<int, int>& m) {
  return m.size();
}
int f3(const std::unordered_map<char, std::string>& m) {
  return m.size();
}
int f4(const std::unordered_map<char, std::function<int(int)>>& m) {
  return m.size();
}
int f5(const std::unordered_map<char, double>& m) {
  return m.size();
}
int f6(const std::map<char, double>& m) {
  return m.size();
}
int f7(const std::unordered_set<char>& m) {
  return m.size();
}
int f8(const std::unordered_map<std::string, std::function<int(int)>>& m) {
  return m.size();
}
int f9(const std::vector<std::pair<char, double>>& m) {
  return m.size();
}
int f10(const std::map<char, std::function<int(int)>>& m) {
  return m.size();
}
int main() {
  f1({{'a', 1}, {'b', 2}});
  f2({{1, 1}, {2, 2}});
  f3({{'a', "A"}, {'b', "B"}});
  f4({{'a', [](int x) { return x; }}, {'b', [](int x) { return x + 1; }}});
  f5({{'a', 1.5}});
  f6({{'a', 1.5}});
  f7({'x', 'y'});
  f8({{"k", [](int x) { return x; }}});
  f9({{'a', 1.5}});
  f10({{'a', [](int x) { return x; }}, {'b', [](int x) { return x + 1; }}});
  std::unordered_map<char, std::function<int(int)>> m;
  m['+'] = [](int x) { return x; };
  m['-'] = [](int x) { return -x; };
  f4(m);
  std::unordered_map<char, int> c;
  c['q'] = 3;
  c['r']++;
  f1(c);
  std::map<char, std::function<int(int)>> mm;
  mm['+'] = [](int x) { return x; };
  f10(mm);
}
