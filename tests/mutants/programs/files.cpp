// Writes a file and reads it again.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

struct Item {
  std::string name;
  int price = 0;
};

static void write_item(std::ostream& out, const Item& item) {
  out << item.name << ' ' << item.price << '\n';
}

static void save(const std::string& path, const std::vector<Item>& items) {
  std::ofstream file(path);
  for (const Item& item : items) write_item(file, item);
}

static bool read_item(std::istream& in, Item& item) {
  return static_cast<bool>(in >> item.name >> item.price);
}

static std::vector<Item> load(const std::string& path) {
  std::vector<Item> items;
  std::ifstream file(path);
  Item item;
  while (read_item(file, item)) items.push_back(item);
  return items;
}

static int total(const std::vector<Item>& items) {
  int sum = 0;
  for (const Item& item : items) sum += item.price;
  return sum;
}

int main() {
  save("items.txt", {{"pen", 3}, {"paper", 12}, {"ink", 8}});
  const std::vector<Item> items = load("items.txt");
  for (const Item& item : items) std::printf("%s %d\n", item.name.c_str(), item.price);
  std::printf("%d\n", total(items));
}
