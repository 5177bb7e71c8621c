// TREE: main() = 0
// TREE:   sum<int, int, int>(1, 2, 3) = 6
// TREE:     sum<int, int>(2, 3) = 5
// TREE:       sum<int>(3) = 3
// TREE:   Box<long>::Box(*)
// TREE:   Box<long>::get(*) = 7
// TREE:   operator+(kLow, kHigh) = 3
// TREE:   space::f(4) = 5
enum Level { kLow = 1, kHigh = 2 };
template <typename T>
static T sum(T value) {
  return value;
}
template <typename T, typename... Rest>
static T sum(T first, Rest... rest) {
  return first + sum(rest...);
}
template <typename T>
struct Box {
  explicit Box(T v) : value(v) {}
  T get() const { return value; }
  T value;
};
static int operator+(Level a, Level b) {
  return static_cast<int>(a) * static_cast<int>(b) + 1;
}
namespace space {
static int f(int x) {
  return x + 1;
}
}  // namespace space
int main() {
  sum(1, 2, 3);
  Box<long> box(7);
  box.get();
  (void)(kLow + kHigh);
  space::f(4);
}
