// All of a macro has one place in the source, so places do not tell what is in the loop there.
#include "events.h"

#define FOR(i, n) for (int i = 0; i < (n); i++)
#define WHOLE(n)                   \
  for (int i_ = 0; i_ < (n); i_++) { \
    if (i_ == 1) {                 \
      mark("found");               \
      break;                       \
    }                              \
  }                                \
  mark("after")
#define ENDLESS(n)     \
  for (;;) {           \
    mark("b");         \
    if (!n--) {        \
      mark("leaving"); \
      break;           \
    }                  \
  }                    \
  mark("after")
#define DO(n)     \
  do {            \
    mark("b");    \
  } while (n-- > 1); \
  mark("after")
#define SEARCH(n)                \
  while (1) {                    \
    if (n-- == 1) {              \
      do mark("j");              \
      while (next());            \
      return;                    \
    }                            \
  }

void head(int n) {
  FOR(i, n) {
    if (i == 1) {
      mark("found");
      return;
    }
    mark("b");
  }
}
void whole(int n) { WHOLE(n); }
void endless(int n) { ENDLESS(n); }
void twice(int n) {
  DO(n);
  DO(n);
}
void search(int n) { SEARCH(n) }
void one_line(int n) { for (;;) { if (!n--) { mark("x"); break; } } mark("y"); do { mark("z"); } while (n++ < 0); mark("end"); }

int main(void) {
  RUN(head(3));
  // EXPECT: head(3): +0 .0 b .0 found -0
  RUN(whole(3));
  // EXPECT: whole(3): +0 .0 .0 found -0 after
  RUN(endless(1));
  // EXPECT: endless(1): +0 .0 b .0 b leaving -0 after
  RUN(twice(1));
  // EXPECT: twice(1): +0 .0 b -0 after +1 .1 b -1 after
  RUN(search(1));
  // EXPECT: search(1): +0 .0 +1 .1 j -1 -0
  RUN(one_line(1));
  // EXPECT: one_line(1): +0 .0 .0 x -0 y +1 .1 z .1 z -1 end
  return 0;
}
