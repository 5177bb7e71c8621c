#include <cstdio>
#include <functional>
#include <string>
#include <unordered_map>
struct Def {
  std::string name;
  size_t id = 0;
  std::function<void()> enter;
};
using Grammar = std::unordered_map<std::string, Def>;
struct Gen {
  Grammar g;
  static Gen& get() {
    static Gen i;
    return i;
  }
  Gen() {
    g["Rule"].name = "Rule";
    g["Other"].name = "Other";
  }
};
static size_t count(const Grammar& g) {
  return g.size();
}
int main() {
  Grammar h;
  h["A"].name = "A";
  auto& d = h["B"];
  d.name = "B";
  printf("%zu %zu\n", count(h), count(Gen::get().g));
}
