#include "parts.h"
std::string foreign_name(const std::string& name) {
  return "foreign " + name;
}
void foreign_fill(std::vector<int>& values, int n) {
  for (int i = 0; i < n; ++i) values.push_back(i * i);
}
int ask(Foreign& foreign, int x) {
  return foreign.answer(x) + 1;
}
