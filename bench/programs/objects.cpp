// Vectors, structs, strings and maps, as ordinary C++ programs use them.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

struct Item {
  std::string name;
  int price = 0;
  int count = 0;
};

struct Stock {
  std::vector<Item> items;
  std::map<std::string, int> totals;

  void add(const std::string& name, int price, int count) {
    items.push_back({name, price, count});
    totals[name] += price * count;
  }
  int worth() const {
    int sum = 0;
    for (const Item& item : items) sum += item.price * item.count;
    return sum;
  }
  void sort() {
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) {
      return a.price != b.price ? a.price < b.price : a.name < b.name;
    });
  }
};

}  // namespace

int main() {
  Stock stock;
  unsigned seed = 1;
  for (int i = 0; i < 4000; ++i) {
    seed = seed * 1103515245 + 12345;
    stock.add("item" + std::to_string(seed % 97), static_cast<int>(seed >> 8) % 1000, i % 7);
  }
  stock.sort();
  std::printf("%d %zu %s\n", stock.worth(), stock.totals.size(), stock.items.front().name.c_str());
}
