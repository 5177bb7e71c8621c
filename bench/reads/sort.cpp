// std::sort of a million numbers: one call of the program's, and the rest is the library's.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> numbers(1'000'000);
  unsigned state = 1;
  for (int& number : numbers) number = static_cast<int>((state = state * 1103515245 + 12345) >> 8);
  std::sort(numbers.begin(), numbers.end());
  std::printf("%d %d\n", numbers.front(), numbers.back());
}
