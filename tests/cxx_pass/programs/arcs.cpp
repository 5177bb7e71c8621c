// Which function's result becomes an argument of which.
#include <algorithm>
#include <string>
#include <vector>

int f(int), g(int), h(int, int);  // of other modules
struct Pair {
  long a, b, c;
};
Pair make(int n) { return {n, n, n}; }
void use(const Pair& p, int n) {}
void change(Pair& p) {}
int nested() { return g(f(1)); }
int through_variable() {
  int x = f(1);
  int y = x + 2;
  return h(y, 3);
}
int overwritten() {
  int x = f(1);
  x = 2;
  int y = g(x);
  x = y;
  return h(0, x);
}
int either(bool b) {
  int x;
  if (b)
    x = f(1);
  else
    x = g(2);
  return h(x, b ? f(3) : 4);
}
void object() {
  Pair p = make(1);
  use(p, f(1));
  change(p);
  use(p, 2);
}
void member() {
  Pair p = make(1);
  f(p.a);
  Pair q = p;
  g(q.b);
}
int in_loop() {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum = h(sum, f(i));
  return sum;
}
int recursive(int n) { return n ? h(recursive(n - 1), n) : 0; }
void library() {
  g(std::max(f(1), 2));
  std::string text = std::to_string(f(1));
  g(text.size());
}
bool less(int a, int b) { return a < b; }
void callback(std::vector<int>& v) {
  std::sort(v.begin(), v.end(), less);
  std::sort(v.begin(), v.end(), [](int a, int b) { return g(a) < b; });
}
struct Account {
  int balance;
  explicit Account(int n) : balance(n) {}
  int get() const { return balance; }
  void add(int n) { balance += n; }
};
void methods() {
  Account account(f(1));
  account.add(g(2));
  h(account.get(), 0);
}
struct Elsewhere {
  Elsewhere(const Pair& p, int n);
  int n;
};
Elsewhere::Elsewhere(const Pair& p, int m) : n(m) {}
void constructors() {
  Elsewhere object(make(1), f(2));
  g(object.n);
}
void small(std::pair<long, long> two, int n) {}
void in_parts() { small({f(1), 2}, g(3)); }
void pointers() {
  int x = f(1);
  int* p = &x;
  g(*p);
}
void unknown(int (*call)(int), int n) { g(call(f(n))); }
Pair by_result() { return make(f(1)); }

// ARC: nested calls f
// ARC: nested calls g
// ARC: f -> g 0 in nested
// ARC: through_variable calls f
// ARC: through_variable calls h
// ARC: f -> h 0 in through_variable
// ARC: overwritten calls f
// ARC: overwritten calls g
// ARC: overwritten calls h
// ARC: g -> h 1 in overwritten
// ARC: either calls f
// ARC: either calls g
// ARC: either calls h
// ARC: f -> h 0 in either
// ARC: g -> h 0 in either
// ARC: f -> h 1 in either
// ARC: object calls make
// ARC: object calls f
// ARC: object calls use
// ARC: object calls change
// ARC: make -> use 0 in object
// ARC: f -> use 1 in object
// ARC: make -> change 0 in object
// ARC: change -> use 0 in object
// ARC: member calls make
// ARC: member calls f
// ARC: member calls g
// ARC: make -> f 0 in member
// ARC: make -> g 0 in member
// ARC: in_loop calls f
// ARC: in_loop calls h
// ARC: h -> h 0 in in_loop
// ARC: f -> h 1 in in_loop
// ARC: recursive calls recursive
// ARC: recursive calls h
// ARC: recursive -> h 0 in recursive
// ARC: library calls f
// ARC: library calls g
// ARC: f -> g 0 in library
// ARC: callback calls less
// ARC: callback calls operator()
// ARC: methods calls f
// ARC: methods calls Account
// ARC: methods calls g
// ARC: methods calls add
// ARC: methods calls get
// ARC: methods calls h
// ARC: f -> Account 1 in methods
// ARC: Account -> add 0 in methods
// ARC: g -> add 1 in methods
// ARC: add -> get 0 in methods
// ARC: Account -> get 0 in methods
// ARC: get -> h 0 in methods
// ARC: constructors calls make
// ARC: constructors calls f
// ARC: constructors calls Elsewhere
// ARC: constructors calls g
// ARC: make -> Elsewhere 1 in constructors
// ARC: f -> Elsewhere 2 in constructors
// ARC: Elsewhere -> g 0 in constructors
// ARC: in_parts calls f
// ARC: in_parts calls g
// ARC: in_parts calls small
// ARC: f -> small 0 in in_parts
// ARC: g -> small 1 in in_parts
// ARC: pointers calls f
// ARC: pointers calls g
// ARC: f -> g 0 in pointers
// ARC: unknown calls f
// ARC: unknown calls g
// ARC: by_result calls f
// ARC: by_result calls make
// ARC: f -> make 0 in by_result
// ARC: operator() calls g
