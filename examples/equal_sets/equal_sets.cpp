// Says whether {1, 3} and {3} are equal sets. Example 1.1 of "Optimal Divide and Query" (Insa, Silva).
//
//   element(x, set)    x is one of the elements of set
//   subset(a, b)       every element of a is in b
//   equal_sets(a, b)   both have the same elements
#include <cstdio>
#include <vector>

using Set = std::vector<int>;

bool element(int x, const Set& set) {
  if (set.empty()) return false;
  return set[0] == x || element(x, Set(set.begin() + 1, set.end()));
}

bool subset(const Set& a, const Set& b) {
  if (a.empty()) return true;
  return element(a[0], b) || subset(Set(a.begin() + 1, a.end()), b);
}

bool equal_sets(const Set& a, const Set& b) {
  return subset(a, b) && subset(b, a);
}

int main() {
  std::puts(equal_sets({1, 3}, {3}) ? "equal" : "not equal");
}
