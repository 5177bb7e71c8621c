// The containers whose nodes are linked inside libstdc++'s library: red-black trees under random insertion and erasure,
// lists that are spliced, swapped, reversed and sorted, hash tables that grow. Each is compared with a plain vector.
#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

static unsigned seed = 7;
static int next(int limit) {
  seed = seed * 1103515245u + 12345u;
  return static_cast<int>(seed >> 8) % limit;
}

static bool same(const std::set<int>& tree, const std::vector<bool>& there) {
  std::size_t count = 0;
  int last = -1;
  for (const int key : tree) {
    if (key <= last || !there[static_cast<std::size_t>(key)]) return false;
    last = key;
    ++count;
  }
  for (auto it = tree.rbegin(); it != tree.rend(); ++it) --count;
  return count == 0 && std::count(there.begin(), there.end(), true) == static_cast<long>(tree.size());
}

static bool trees(int keys, int steps) {
  std::set<int> tree;
  std::vector<bool> there(static_cast<std::size_t>(keys));
  for (int i = 0; i < steps; ++i) {
    const int key = next(keys);
    const bool inserts = next(5) < (i < steps / 2 ? 4 : 1);
    if (inserts) tree.insert(key);
    if (!inserts) tree.erase(key);
    there[static_cast<std::size_t>(key)] = inserts;
    if (i % 16 == 0 && !same(tree, there)) return false;
  }
  while (!tree.empty()) tree.erase(next(2) ? tree.begin() : std::prev(tree.end()));
  return tree.begin() == tree.end();
}

static void print(const char* what, const std::list<int>& list) {
  std::printf("%s:", what);
  for (const int value : list) std::printf(" %d", value);
  std::printf(" /");
  for (auto it = list.rbegin(); it != list.rend(); ++it) std::printf(" %d", *it);
  std::printf("\n");
}

static void lists() {
  std::list<int> a{5, 3, 9, 1}, b{8, 2}, none;
  a.splice(std::next(a.begin()), b);
  print("spliced", a);
  a.reverse();
  print("reversed", a);
  std::swap(a, none);
  print("swapped", none);
  print("empty", a);
  none.sort();
  print("sorted", none);
  a.splice(a.end(), none, std::next(none.begin()), std::prev(none.end()));
  std::swap(a, none);
  print("part", a);
  print("rest", none);
  none.remove_if([](int value) { return value % 3 == 0; });
  a.merge(none);
  print("merged", a);
}

int main() {
  std::printf("%d %d %d\n", trees(3, 200), trees(40, 1000), trees(500, 3000));
  lists();
  std::unordered_map<int, int> table;
  for (int i = 0; i < 300; ++i) table[i * 7] = i;
  long sum = 0;
  for (const auto& [key, value] : table) sum += key - value;
  std::multimap<int, int> many;
  for (int i = 0; i < 50; ++i) many.emplace(i % 5, i);
  many.erase(3);
  std::printf("%ld %zu\n", sum, many.size());
  return 0;
}
