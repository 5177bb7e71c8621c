// Sorts {3, 1, 2}, wrongly. "Speeding Up Algorithmic Debugging Using Balanced Execution Trees" (Insa, Silva, Riesco).
#include <cstdio>
#include <vector>

using List = std::vector<int>;

// The list without its first element.
List rest(const List& list) {
  return List(list.begin() + 1, list.end());
}

// Two sorted lists as one sorted list.
List merge(List left, List right) {
  List merged(left.size() + right.size());
  std::size_t i = 0;
  while (!left.empty() && !right.empty()) {
    if (left[0] < right[0]) {
      merged[i++] = left[0];
      left = rest(left);
    } else {
      merged[i++] = right[0];
      right = rest(right);
    }
  }
  while (!left.empty()) {
    merged[i++] = left[0];
    left = rest(left);
  }
  while (!right.empty()) {
    merged[i++] = right[0];
    right = rest(right);
  }
  return merged;
}

List sort(const List& list) {
  if (list.size() < 2) return list;
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>((list.size() + 1) / 2);
  const List left = sort(List(list.begin(), middle));
  const List right = sort(List(middle, list.end()));
  return merge(left, right);
}

int main() {
  for (const int number : sort({3, 1, 2})) std::printf("%d\n", number);
}
