// All standard containers and adaptors, strings short and long, ranges, views, algorithms, smart pointers.
#include <algorithm>
#include <any>
#include <array>
#include <bitset>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <numeric>
#include <queue>
#include <ranges>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>

template <typename Container>
long total(const Container& container) {
  long sum = 0;
  for (const auto& element : container) sum = sum * 3 + element;
  return sum;
}
struct Person {
  std::string name;
  int age;
};
static std::map<std::string, std::vector<int>> group(const std::vector<Person>& people) {
  std::map<std::string, std::vector<int>> ages;
  for (const Person& person : people) ages[person.name].push_back(person.age);
  return ages;
}
struct Tree {
  int value;
  std::shared_ptr<Tree> left, right;
  std::weak_ptr<Tree> parent;
};
static int depth(const std::shared_ptr<Tree>& tree) {
  return tree ? 1 + std::max(depth(tree->left), depth(tree->right)) : 0;
}
static std::size_t length(std::string_view text) {
  return text.substr(1).size();
}
static int spanned(std::span<const int> values) {
  return values.empty() ? 0 : values.back();
}
struct File {
  void operator()(int* p) const {
    std::printf("close %d\n", *p);
    delete p;
  }
};

int main() {
  std::printf("%ld %ld %ld\n", total(std::vector<int>{1, 2, 3}), total(std::deque<short>(5, 2)),
              total(std::list<long>{4, 5}));
  std::printf("%ld %ld %ld\n", total(std::set<int>{3, 1, 2}), total(std::multiset<int>{2, 2, 1}),
              total(std::array<char, 2>{1, 2}));
  std::printf("%ld\n", total(std::forward_list<int>{7, 8}));
  std::vector<bool> bits(10);
  bits[3] = true;
  bits.flip();
  std::printf("%ld\n", std::count(bits.begin(), bits.end(), true));
  for (const auto& [name, ages] : group({{"ann", 3}, {"bo", 5}, {"ann", 4}}))
    std::printf("%s %zu\n", name.c_str(), ages.size());
  std::unordered_map<std::string, int> lengths;
  for (const char* word : {"one", "three", "a word that is long enough to be on the heap"})
    lengths[word] = static_cast<int>(length(word));
  lengths.erase("one");
  std::printf("%zu %d\n", lengths.size(), lengths.at("three"));
  std::unordered_set<int> unordered{1, 2, 3, 2};
  std::multimap<int, char> multi{{1, 'a'}, {1, 'b'}};
  std::printf("%zu %zu\n", unordered.size(), multi.count(1));
  std::priority_queue<int> heap;
  for (int x : {3, 9, 4}) heap.push(x);
  std::stack<int> stack;
  stack.push(heap.top());
  std::queue<int> queue({1, 2});
  queue.pop();
  std::printf("%d %d %d\n", stack.top(), queue.front(), static_cast<int>(std::bitset<8>(0b1011).count()));
  std::string text = "short";
  text += " and then a tail that makes it long";
  text.insert(5, "er").erase(0, 1).replace(0, 3, "HOR");
  std::printf("%s %zu %zu\n", text.c_str(), text.find("tail"), text.size());
  auto root = std::make_shared<Tree>(Tree{1, nullptr, nullptr, {}});
  root->left = std::make_shared<Tree>(Tree{2, nullptr, nullptr, root});
  root->left->right = std::make_shared<Tree>(Tree{3, nullptr, nullptr, root->left});
  std::printf("%d %ld %d\n", depth(root), root.use_count(), root->left->right->parent.lock()->value);
  std::unique_ptr<int, File> file(new int(5));
  std::unique_ptr<int[]> array = std::make_unique<int[]>(4);
  array[2] = 6;
  std::vector<int> numbers(10);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (int x : numbers | std::views::filter([](int x) { return x % 3 == 0; }) |
                   std::views::transform([](int x) { return x * x; }))
    std::printf("%d ", x);
  std::ranges::sort(numbers, std::greater<>());
  std::printf("%d %d\n", numbers[0], spanned(numbers));
  std::stable_sort(numbers.begin(), numbers.end(), [](int a, int b) { return a % 3 < b % 3; });
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [](int x) { return x > 5; }), numbers.end());
  std::printf("%d %zu\n", numbers[0], numbers.size());
  std::any any = std::string("any");
  std::printf("%s\n", std::any_cast<std::string>(any).c_str());
  std::valarray<double> values{1, 2, 3};
  std::printf("%g\n", (values * values).sum());
  char room[256];
  std::pmr::monotonic_buffer_resource resource(room, sizeof room);
  std::pmr::vector<int> pooled(&resource);
  for (int i = 0; i < 5; ++i) pooled.push_back(i);
  std::printf("%ld\n", total(pooled));
  std::vector<std::unique_ptr<Person>> people;
  people.push_back(std::make_unique<Person>(Person{"zed", 1}));
  auto moved = std::move(people);
  std::printf("%zu %s\n", people.size(), moved[0]->name.c_str());
}
