// Constructors that the compiler made are nodes if they run code that somebody wrote: default member initialisers.
// TREE: main() = 3
// TREE:   OneLine::OneLine(*)
// TREE:   Counter::Counter(*)
// TREE:     Base::Base(*)
// TREE:     next(*) = 7
// TREE:   Derived::Derived(*)
// TREE:     Counter::Counter(*)
// TREE:       Base::Base(*)
// TREE:       next(*) = 7
// TREE:   Box<int>::Box(*)
#include <string>

struct Base {
  Base() : number(1) {}
  int number;
};
struct Plain {
  std::string text;
};
// clang-format off
struct OneLine { int n = 3; std::string text; };
// clang-format on
static int next(int n) {
  return n + 1;
}
struct Counter : Base {
  int count = next(6);
  std::string name = "x";
};
struct Derived : Counter {
  using Counter::Counter;
  int more = 4;
};
template <class T>
struct Box {
  virtual ~Box() = default;
  T value = 3;
};

int main() {
  Plain plain;
  OneLine one;
  Counter counter;
  Derived derived;
  const Counter copy = counter;
  Box<int> box;
  return box.value + static_cast<int>(plain.text.size()) + copy.number - counter.number;
}
