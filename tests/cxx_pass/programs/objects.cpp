// C++: objects that live for a pass, for the loop, around it; range-for; exceptions.
#include "events.h"

#include <stdexcept>
#include <vector>

struct Object {
  const char* name;
  explicit Object(const char* n) : name(n) {}
  Object(const Object&) = default;
  ~Object() { mark(name); }
  explicit operator bool() const { return next(); }
};
static int may_throw(int n) {
  if (n < 0) throw n;
  return n;
}
static int defaulted(int n = may_throw(next())) {
  return n;
}

int of_a_pass() {
  for (int i = 0; i < 2; i++) {
    Object o("~pass");
    if (next()) return 1;
  }
  return 0;
}
int of_a_pass_break() {
  while (true) {
    Object o("~pass");
    if (next()) break;
    if (next()) continue;
  }
  mark("after");
  return 0;
}
int around() {
  Object outer("~outer");
  for (;;) {
    if (next()) return 1;
  }
}
int around_with_pass() {
  Object outer("~outer");
  for (;;) {
    Object o("~pass");
    if (next()) return 1;
  }
}
int in_condition() {
  while (Object o{"~cond"}) mark("b");
  mark("after");
  return 0;
}
int in_condition_break() {
  while (Object o{"~cond"}) {
    if (next()) break;
    if (next()) return 1;
  }
  mark("after");
  return 0;
}
int in_init() {
  for (Object o("~init"); next();) mark("b");
  mark("after");
  return 0;
}
int range(const std::vector<int>& v) {
  for (int x : v) {
    if (x == 2) {
      mark("two");
      break;
    }
    mark("b");
  }
  return 0;
}
int range_of_array() {
  int sum = 0;
  for (int x : {1, 2}) sum += x;
  return sum;
}
static std::vector<int> made() { return {1}; }
int range_of_temporary() {
  for (int x : made()) may_throw(x);
  return 0;
}
int catches() {
  for (int i = 0; i < 3; i++) {
    try {
      may_throw(next());
      mark("fine");
    } catch (int e) {
      mark("caught");
      if (e == -2) break;
    }
  }
  mark("after");
  return 0;
}
int caught_outside() {
  try {
    for (int i = 0; i < 3; i++)
      for (;;) {
        Object o("~o");
        may_throw(next());
        break;
      }
  } catch (int) {
    mark("caught");
  }
  return 0;
}
int loop_in_catch() {
  for (;;) {
    try {
      may_throw(-1);
    } catch (...) {
      for (int i = 0; i < 2; i++) mark("c");
      return 1;
    }
    mark("never");
  }
}
int default_argument() {
  for (;;) {
    if (next()) {
      defaulted();
      return 1;
    }
  }
}
int lambda() {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    auto f = [&] {
      for (int j = 0; j < 1; j++) sum += j;
    };
    f();
  }
  return sum;
}
struct Builder {
  int sum = 0;
  Builder(int n) {
    for (int i = 0; i < n; i++) sum += i;
  }
  ~Builder() {
    while (sum > 0) sum--;
  }
};
int constructor() {
  Builder b(2);
  return 0;
}
struct Made {
  Made() {}
  ~Made() {}
};
int arrays(int n) {
  Made made[3];
  Made* more = new Made[n];
  delete[] more;
  return 0;
}
template <typename F>
static void quiet(F f) {
  try {
    f();
  } catch (int) {
    mark("thrown");
  }
}
int passes_through() {
  quiet([] {
    for (int i = 0; i < 2; i++) may_throw(i - 1);
  });
  return 0;
}

int main() {
  set_next(2, 0, 1);
  RUN(of_a_pass());
  // EXPECT: of_a_pass(): +0 .0 ~pass .0 ~pass -0
  set_next(3, 0, 1, 1);
  RUN(of_a_pass_break());
  // EXPECT: of_a_pass_break(): +0 .0 ~pass .0 ~pass -0 after
  set_next(2, 0, 1);
  RUN(around());
  // EXPECT: around(): +0 .0 .0 -0 ~outer
  set_next(2, 0, 1);
  RUN(around_with_pass());
  // EXPECT: around_with_pass(): +0 .0 ~pass .0 ~pass -0 ~outer
  set_next(1, 1);
  RUN(in_condition());
  // EXPECT: in_condition(): +0 .0 b ~cond ~cond -0 after
  set_next(2, 1, 1);
  RUN(in_condition_break());
  // EXPECT: in_condition_break(): +0 .0 ~cond -0 after
  set_next(3, 1, 0, 1);
  RUN(in_condition_break());
  // EXPECT: in_condition_break(): +0 .0 ~cond -0
  set_next(1, 1);
  RUN(in_init());
  // EXPECT: in_init(): +0 .0 b -0 ~init after
  RUN(range({1, 2, 3}));
  // EXPECT: range({1, 2, 3}): +0 .0 b .0 two -0
  RUN(range_of_array());
  // EXPECT: range_of_array(): +0 .0 .0 -0
  RUN(range_of_temporary());
  // EXPECT: range_of_temporary(): +0 .0 -0
  set_next(2, 0, -2);
  RUN(catches());
  // EXPECT: catches(): +0 .0 fine .0 !1 caught -0 after
  set_next(2, 0, -1);
  RUN(caught_outside());
  // EXPECT: caught_outside(): +0 .0 ~o .0 !1 ~o -0 caught
  RUN(loop_in_catch());
  // EXPECT: loop_in_catch(): +0 .0 !1 +1 .1 c .1 c -1 -0
  set_next(2, 0, 1);
  RUN(default_argument());
  // EXPECT: default_argument(): +0 .0 .0 -0
  RUN(lambda());
  // EXPECT: lambda(): +0 .0 +0 .0 -0 .0 +0 .0 -0 -0
  RUN(constructor());
  // EXPECT: constructor(): +0 .0 .0 -0 +0 .0 -0
  RUN(arrays(2));
  // EXPECT: arrays(2):
  RUN(passes_through());
  // EXPECT: passes_through(): +0 .0 !0 thrown
  return 0;
}
