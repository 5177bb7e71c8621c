#include <stdexcept>
#include "parts.h"
int shared_counter = 3;
static int checked(int x) {
  if (x < 0) throw std::out_of_range("negative");
  return x;
}
std::vector<int> doubled(const std::vector<int>& values) {
  std::vector<int> result;
  for (const int value : values) result.push_back(2 * checked(value));
  shared_counter += static_cast<int>(values.size());
  return result;
}
int call_back(int (*function)(int), int x) {
  return function(function(x));
}
