// FLAGS: -std=c++20
// What is known of each loop: kind, lines, depth, whether it calls, variables: ~ changing, & by address, ? to be logged.
#include "events.h"

#include <coroutine>

int nests(int n) {
  for (int i = 0; i < n; i++) {
    while (n > 3) {
      n--;
    }
    if (n == 1) {
      do {
        mark("x");
        n++;
      } while (n < 3);
      return n;
    }
  }
  return 0;
}
int written_late(int n) {
  int last;
  int ignored;
  for (int i = 0; i < n; i++) last = i;
again:
  int own;
  own = n;
  if (own < n--) goto again;
  return last;
}
int call_behind_return(int n) {
  struct Object {
    ~Object() { mark("~"); }
  } object;
  for (;;)
    if (n-- == 0) return 1;
}
int assembler(int n) {
  for (;;) {
    asm goto("" : : "r"(n) : : out, in);
  in:
    if (n-- == 0) break;
  }
out:
  return n;
}
int entered_by_assembler(int n) {
  asm goto("" : : "r"(n) : : top);
top:
  if (n-- > 0) goto top;
  return n;
}
[[noreturn]] void forever(int n) {
  for (;;) mark("x");
}
int ends_nowhere(int n) {
  while (n) {
    if (n == 2) __builtin_unreachable();
    if (n == 3) __builtin_trap();
    n--;
  }
  return n;
}
int same_name_twice(int n) {
  for (int i = 0; i < n; i++) mark("x");
  for (int i = n; i > 0; i--) mark("y");
  return 0;
}
int hidden(int n) {
  for (int n = 0; n < 2; n++) {
    long m = n;
    {
      int n = 3;
      while (n > 2) n--;
    }
  }
  return n;
}
float floats(float f, double d) {
  while (f < d) f += 1;
  return f;
}
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task coroutine(int n) {
  for (int i = 0; i < n; i++) co_await std::suspend_never();
}

int main() {
  RUN(call_behind_return(1));
  // EXPECT: call_behind_return(1): +0 .0 .0 -0 ~
  RUN(assembler(1));
  // EXPECT: assembler(1): +0 .0 .0 -0 ^0
  RUN(entered_by_assembler(1));
  // EXPECT: entered_by_assembler(1):
  RUN(coroutine(2));
  // EXPECT: coroutine(2):
  return 0;
}
// LIST: nests 0: for 8-19 depth 1 calls (n~ i~)
// LIST: nests 1: while 9-11 depth 2 in 0 (n~ i)
// LIST: nests 2: do 13-16 depth 2 in 0 calls (n~ i)
// LIST: written_late 0: for 25-25 depth 1 (n ?&last i~)
// LIST: written_late 1: goto 26-29 depth 1 (n~)
// LIST: call_behind_return 0: for 36-37 depth 1 (n~ &object)
// LIST: assembler 0: for 40-44 depth 1 calls (n~)
// LIST: forever 0: for 55-55 depth 1 calls (n)
// LIST: ends_nowhere 0: while 58-62 depth 1 (n~)
// LIST: same_name_twice 0: for 66-66 depth 1 calls (n i~)
// LIST: same_name_twice 1: for 67-67 depth 1 calls (n i~)
// LIST: hidden 0: for 71-77 depth 1 (n~)
// LIST: hidden 1: while 75-75 depth 2 in 0 (m n~)
// LIST: floats 0: while 81-81 depth 1 (f~ d)
