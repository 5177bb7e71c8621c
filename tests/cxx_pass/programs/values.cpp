// VALUES
// What an iteration sees: fixed variables at the begin, changing ones at each pass and at the end, addresses of what
// lives in memory.
#include "events.h"

#include <map>
#include <string>
#include <vector>

static int sum_of(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += i;
  return sum;
}
static int while_var() {
  int last = 0;
  while (int c = next()) last = c;
  return last;
}
static int for_var() {
  for (; int c = next();) mark("b");
  return 0;
}
static int range(const std::vector<int>& v) {
  for (int x : v) mark("b");
  return 0;
}
static int range_of_references(std::vector<int>& v) {
  for (int& x : v) x++;
  return 0;
}
static int bindings(const std::map<int, std::string>& m) {
  int sum = 0;
  for (auto& [key, text] : m) sum += key;
  return sum;
}
struct Pair {
  int a, b;
};
static int members(std::vector<Pair>& v) {
  for (auto [a, b] : v) mark("b");
  for (auto& [a, b] : v) mark("b");
  return 0;
}
static int strings() {
  for (std::string s : {"a", "b"}) mark(s.c_str());
  return 0;
}
static int in_memory(int n) {
  int a[2];
  int counted = 0;
  int* p = &counted;
  for (int i = 0; i < n; i++) a[i] = ++*p;
  return a[0];
}
static int not_yet_written(int n) {
  int never, later, sometimes, both;
  if (n) sometimes = 1;
  if (n)
    both = 1;
  else
    both = 2;
  while (n-- > 0) later = n;
  return later + both;
}
static int shadowed(int n) {
  int x = 1;
  {
    int x = 2;
    while (n > 0) n--;
  }
  while (n < 1) n++;
  return x;
}
static int declared_again() {
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0) x = 7;
    for (int j = 0; j < 1; j++) x = j;
  }
  return 0;
}
static int two_conditions() {
  while (int c = next()) mark("first");
  while (int c = next()) mark("second");
  return 0;
}
static int variable_length(int n) {
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  return 0;
}
struct Object {
  int field = 3;
  int method(bool flag, char letter) {
    while (field > 2) field--;
    return 0;
  }
};
static int by_value(Pair small, std::string text) {
  for (int i = 0; i < small.a; i++) text += "x";
  return 0;
}
static std::string returned(int n) {
  std::string result;
  while (n-- > 0) result += "x";
  return result;
}
static int jumps(int n) {
again:
  if (--n > 0) goto again;
  return 0;
}
static int nested(int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) count++;
  return count;
}

int main() {
  RUN(sum_of(2));
  // EXPECT: sum_of(2): (n=2)+0 (sum=0 i=0).0 (sum=0 i=1).0 (sum=1 i=2)-0
  set_next(1, 5);
  RUN(while_var());
  // EXPECT: while_var(): +0 (last=0 c=5).0 (last=5 c=0)-0
  set_next(1, 5);
  RUN(for_var());
  // EXPECT: for_var(): +0 (c=5).0 b (c=0)-0
  RUN(range({4, 5}));
  // EXPECT: range({4, 5}): (v)+0 (x=4).0 b (x=5).0 b (x=5)-0
  std::vector<int> v = {1};
  RUN(range_of_references(v));
  // EXPECT: range_of_references(v): (v)+0 (x).0 (x)-0
  RUN(bindings({{1, "a"}}));
  // EXPECT: bindings({{1, "a"}}): (m)+0 (sum=0 key text).0 (sum=1 key text)-0
  std::vector<Pair> pairs = {{1, 2}};
  RUN(members(pairs));
  // EXPECT: members(pairs): (v &a &b)+0 .0 b -0 (v)+1 (&a &b).1 b (&a &b)-1
  RUN(strings());
  // EXPECT: strings(): (&s)+0 .0 a .0 b -0
  RUN(in_memory(1));
  // EXPECT: in_memory(1): (n=1 &a &counted p)+0 (i=0).0 (i=1)-0
  RUN(not_yet_written(1));
  // EXPECT: not_yet_written(1): (&later both=1)+0 (n=0).0 (n=-1)-0
  RUN(shadowed(1));
  // EXPECT: shadowed(1): (x=2)+0 (n=1).0 (n=0)-0 (x=1)+1 (n=0).1 (n=1)-1
  RUN(declared_again());
  // EXPECT: declared_again(): +0 (i=0).0 (i=0 &x)+1 (j=0).1 (j=1)-1 (i=1).0 (i=1 &x)+1 (j=0).1 (j=1)-1 (i=2)-0
  set_next(2, 1, 0);
  RUN(two_conditions());
  // EXPECT: two_conditions(): +0 (c=1).0 first (c=0)-0 +1 (c=0)-1
  RUN(variable_length(1));
  // EXPECT: variable_length(1): (n=1 &a)+0 (i=0).0 (i=1)-0
  Object object;
  RUN(object.method(true, 'a'));
  // EXPECT: object.method(true, 'a'): (this flag=1 letter=97)+0 .0 -0
  RUN(by_value({1, 2}, "t"));
  // EXPECT: by_value({1, 2}, "t"): (&small &text)+0 (i=0).0 (i=1)-0
  RUN(returned(1));
  // EXPECT: returned(1): (&result)+0 (n=0).0 (n=-1)-0
  RUN(jumps(2));
  // EXPECT: jumps(2): +0 (n=2).0 (n=1).0 (n=0)-0
  RUN(nested(1));
  // EXPECT: nested(1): (n=1)+0 (count=0 i=0).0 (n=1 i=0)+1 (count=0 j=0).1 (count=1 j=1)-1 (count=1 i=1)-0
  return 0;
}
