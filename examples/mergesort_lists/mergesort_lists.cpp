// Merge sort as a functional program: split, merge and mergesort over lists that are never changed.
// Examples 5 and 6 of "Strategic Bug Location Method for Functional Programs" (Takahashi, Ono).
//
//   split(x)      the elements of x dealt out in turn to two lists: (1 2 3) gives (1 3) and (2)
//   merge(x, y)   two sorted lists as one sorted list
//   mergesort(x)  the elements of x in ascending order
#include <cstdio>
#include <utility>
#include <vector>

using List = std::vector<int>;

static List rest(const List& x) {
  return List(x.begin() + 1, x.end());
}

static List cons(int head, List tail) {
  tail.insert(tail.begin(), head);
  return tail;
}

std::pair<List, List> split(const List& x) {
  if (x.empty()) return {{}, {}};
  if (x.size() == 1) return {x, {}};
  auto [u, v] = split(rest(rest(x)));
  return {cons(x[0], u), cons(x[1], v)};
}

List merge(const List& x, const List& y) {
  if (x.empty()) return y;
  if (y.empty()) return x;
  if (x[0] < y[0]) return cons(x[0], merge(rest(x), y));
  return cons(y[0], merge(x, rest(y)));
}

List mergesort(const List& x) {
  if (x.size() <= 1) return {};
  const auto [u, v] = split(x);
  return merge(mergesort(u), mergesort(v));
}

int main() {
  const List sorted = mergesort({8, 2, 1, 6, 4, 7, 5, 3});
  std::printf("%zu numbers:", sorted.size());
  for (const int number : sorted) std::printf(" %d", number);
  std::printf("\n");
}
