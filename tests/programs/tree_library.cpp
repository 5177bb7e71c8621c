// What a question shows of library objects and classes: one call of `show` each, in order.
// TREE: main() = 0
// TREE:   show<*>("short")
// TREE:   show<*>("xxxxxxxxxxxxxxxxxxxx")
// TREE:   show<*>("a\x00b")
// TREE:   show<*>("wide")
// TREE:   show<*>("u16€")
// TREE:   show<*>("view")
// TREE:   show<*>({1, 2, 3})
// TREE:   show<*>({})
// TREE:   show<*>({true, false})
// TREE:   show<*>({"a", "bc"})
// TREE:   show<*>({1, 2})
// TREE:   show<*>({4, 5, 6})
// TREE:   show<*>({"x", "y"})
// TREE:   show<*>({7, 8})
// TREE:   show<*>({"a": 1, "b": 2})
// TREE:   show<*>({1: 'a', 1: 'b'})
// TREE:   show<*>({1, 2, 3})
// TREE:   show<*>({1: "one"})
// TREE:   show<*>({"only"})
// TREE:   show<*>((1, "x"))
// TREE:   show<*>((1, 2.5, "t"))
// TREE:   show<*>(5)
// TREE:   show<*>(unset)
// TREE:   show<*>("set")
// TREE:   show<*>(3)
// TREE:   show<*>("str")
// TREE:   show<*>(empty)
// TREE:   show<*>(something)
// TREE:   show<*>(&{x = 1, y = 2.0})
// TREE:   show<*>(null)
// TREE:   show<*>(&4)
// TREE:   show<*>(expired)
// TREE:   show<*>({1, 2})
// TREE:   show<*>({3})
// TREE:   show<*>(0b00000101)
// TREE:   show<*>((1.0, -2.0))
// TREE:   show<*>(6)
// TREE:   show<*>(empty)
// TREE:   show<*>(main::lambda@177)
// TREE:   show<*>(1500 ms)
// TREE:   show<*>(2 s)
// TREE:   show<*>(3 h)
// TREE:   show<*>(0.5 s)
// TREE:   show<*>(kGreen)
// TREE:   show<*>(kRead | kRun)
// TREE:   show<*>({a = 5, b = 17})
// TREE:   Derived::Derived()
// TREE:     Base::Base()
// TREE:   show<*>({Base = {b = 7}, d = 3})
// TREE:   Base::~Base()
// TREE:   Circle::Circle()
// TREE:     Shape::Shape()
// TREE:   draw(Circle{name = "c", radius = 2.0}, &Circle{name = "c", radius = 2.0})
// TREE:   fail(1) threw std::runtime_error("bad thing")
// TREE:   fail(2) threw ParseError{std::runtime_error = "syntax", line = 12}
// TREE:     ParseError::ParseError("syntax", 12)
// TREE:   merge({1, 3}, {2}) = {1, 2, 3}
// TREE:   find_two({1, 2, 3}) = → v[1]
// TREE:   print(std::ostream)
// TREE:   Shape::~Shape()
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <forward_list>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

enum class Colour { kRed, kGreen };
enum Flags { kRead = 1, kWrite = 2, kRun = 4 };
struct Point {
  int x;
  double y;
};
struct Bits {
  unsigned a : 3;
  unsigned b : 5;
};
struct Base {
  int b = 7;
  virtual ~Base() {}
};
struct Derived : virtual Base {
  int d = 3;
};
struct Shape {
  std::string name = "c";
  virtual ~Shape() {}
};
struct Circle : Shape {
  double radius = 2;
};
struct ParseError : std::runtime_error {
  ParseError(const std::string& text, int where) : std::runtime_error(text), line(where) {}
  int line;
};

template <class T>
static void show(const T&) {}
static void draw(const Shape&, Shape*) {}
static void fail(int n) {
  if (n == 1) throw std::runtime_error("bad thing");
  throw ParseError("syntax", 12);
}
static std::vector<int> merge(std::vector<int> a, const std::vector<int>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  return a;
}
static std::vector<int>::iterator find_two(std::vector<int>& v) {
  return std::find(v.begin(), v.end(), 2);
}
static void print(std::ostream& out) {
  out << "done\n";
}

int main() {
  show(std::string("short"));
  show(std::string(20, 'x'));
  show(std::string("a\0b", 3));
  show(std::wstring(L"wide"));
  show(std::u16string(u"u16€"));
  show(std::string_view("view"));
  show(std::vector<int>{1, 2, 3});
  show(std::vector<int>{});
  show(std::vector<bool>{true, false});
  show(std::vector<std::string>{"a", "bc"});
  show(std::array<int, 2>{1, 2});
  show(std::deque<int>{4, 5, 6});
  show(std::list<std::string>{"x", "y"});
  show(std::forward_list<int>{7, 8});
  show(std::map<std::string, int>{{"b", 2}, {"a", 1}});
  show(std::multimap<int, char>{{1, 'a'}, {1, 'b'}});
  show(std::set<int>{3, 1, 2});
  show(std::unordered_map<int, std::string>{{1, "one"}});
  show(std::unordered_set<std::string>{"only"});
  show(std::pair<int, std::string>{1, "x"});
  show(std::tuple<int, double, std::string>{1, 2.5, "t"});
  show(std::optional<int>{5});
  show(std::optional<int>{});
  show(std::optional<std::string>{"set"});
  show(std::variant<int, std::string>{3});
  show(std::variant<int, std::string>{"str"});
  show(std::any{});
  show(std::any{3});
  show(std::make_unique<Point>(Point{1, 2}));
  show(std::unique_ptr<int>{});
  show(std::make_shared<int>(4));
  show(std::weak_ptr<int>{});
  show(std::stack<int>{{1, 2}});
  show(std::queue<int>{{3}});
  show(std::bitset<8>(5));
  show(std::complex<double>(1, -2));
  show(std::atomic<int>{6});
  show(std::function<int()>{});
  show(std::function<int()>([] { return 1; }));
  show(std::chrono::milliseconds(1500));
  show(std::chrono::seconds(2));
  show(std::chrono::hours(3));
  show(std::chrono::duration<double>(0.5));
  show(Colour::kGreen);
  show(Flags(kRead | kRun));
  show(Bits{5, 17});
  show(Derived{});
  Circle circle;
  draw(circle, &circle);
  try {
    fail(1);
  } catch (const std::exception&) {
  }
  try {
    fail(2);
  } catch (const std::exception&) {
  }
  merge({1, 3}, {2});
  std::vector<int> v{1, 2, 3};
  find_two(v);
  print(std::cout);
}
