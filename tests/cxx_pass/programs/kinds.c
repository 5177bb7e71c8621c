// Every kind of loop: begin, a pass for each time the condition held, end.
#include "events.h"

static int calls(int n) {
  mark(n ? "yes" : "no");
  return n;
}

int for_loop(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += i;
  return sum;
}
int while_loop(int n) {
  while (n > 0) n--;
  return n;
}
int do_loop(int n) {
  do {
    mark("b");
  } while (--n > 0);
  return n;
}
int nested(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) sum += j;
  return sum;
}
int do_around_while(int n) {
  do {
    while (n > 2) n--;
  } while (--n > 0);
  return n;
}
int endless_in_endless(int n) {
  while (1) {
    while (1) {
      if (n-- % 2) break;
    }
    if (n < 0) break;
  }
  return n;
}
int calls_in_checks(void) {
  int n = 0;
  while (calls(next())) n++;
  return n;
}
int calls_in_for(void) {
  int n = 0;
  for (mark("init"); calls(next()); mark("step")) mark("body");
  return n;
}
int calls_in_do(void) {
  do {
    mark("body");
  } while (calls(next()));
  return 0;
}
int both(int n) {
  int i = 0;
  while (i < n && calls(next())) i++;
  return i;
}
int either(int n) {
  int i = 0;
  for (; i < n || calls(next()); i++) mark("body");
  return i;
}
int chosen(int n) {
  int i = 0;
  while (n ? calls(next()) : i < 2) i++;
  return i;
}
int comma(void) {
  while (mark("a"), next()) mark("b");
  return 0;
}
int always_with_call(int n) {
  while (mark("a"), 1)
    if (!n--) break;
  return 0;
}
int statement_expression_in_check(int n) {
  while (({
    int s = 0;
    for (int i = 0; i < n; i++) s += i;
    s;
  }))
    n--;
  return n;
}
int statement_expression_in_body(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += ({
      int s = 0;
      do s++;
      while (s < 2);
      s;
    });
  return sum;
}
int empty_bodies(void) {
  int i;
  for (i = 0; i < 2; i++);
  while (i--);
  do;
  while (i++ < 0);
  return i;
}
int never_repeated(int n) {
  for (int i = 0; i < n; i++) {
    mark("once");
    break;
  }
  do {
    mark("one");
  } while (0);
  while (n) return 1;
  return 0;
}
int never_repeated_inside(void) {
  for (;;) {
    for (int j = next(); j;) {
      mark("x");
      break;
    }
    while (1) {
      mark("y");
      break;
    }
    if (!next()) break;
  }
  return 0;
}

int main(void) {
  RUN(for_loop(0));
  // EXPECT: for_loop(0): +0 -0
  RUN(for_loop(2));
  // EXPECT: for_loop(2): +0 .0 .0 -0
  RUN(while_loop(2));
  // EXPECT: while_loop(2): +0 .0 .0 -0
  RUN(do_loop(2));
  // EXPECT: do_loop(2): +0 .0 b .0 b -0
  RUN(nested());
  // EXPECT: nested(): +0 .0 +1 .1 .1 -1 .0 +1 .1 .1 -1 -0
  RUN(do_around_while(3));
  // EXPECT: do_around_while(3): +0 .0 +1 .1 -1 .0 +1 -1 -0
  RUN(endless_in_endless(2));
  // EXPECT: endless_in_endless(2): +0 .0 +1 .1 .1 -1 .0 +1 .1 .1 -1 -0
  set_next(2, 1, 1);
  RUN(calls_in_checks());
  // EXPECT: calls_in_checks(): +0 yes .0 yes .0 no -0
  set_next(1, 1);
  RUN(calls_in_for());
  // EXPECT: calls_in_for(): init +0 yes .0 body step no -0
  set_next(1, 1);
  RUN(calls_in_do());
  // EXPECT: calls_in_do(): +0 .0 body yes .0 body no -0
  set_next(1, 1);
  RUN(both(3));
  // EXPECT: both(3): +0 yes .0 no -0
  set_next(1, 1);
  RUN(both(1));
  // EXPECT: both(1): +0 yes .0 -0
  set_next(1, 1);
  RUN(either(1));
  // EXPECT: either(1): +0 .0 body yes .0 body no -0
  set_next(1, 1);
  RUN(chosen(1));
  // EXPECT: chosen(1): +0 yes .0 no -0
  RUN(chosen(0));
  // EXPECT: chosen(0): +0 .0 .0 -0
  set_next(1, 1);
  RUN(comma());
  // EXPECT: comma(): +0 a .0 b a -0
  RUN(always_with_call(1));
  // EXPECT: always_with_call(1): +0 a .0 a .0 -0
  RUN(statement_expression_in_check(2));
  // EXPECT: statement_expression_in_check(2): +0 +1 .1 .1 -1 .0 +1 .1 -1 -0
  RUN(statement_expression_in_body(1));
  // EXPECT: statement_expression_in_body(1): +0 .0 +1 .1 .1 -1 -0
  RUN(empty_bodies());
  // EXPECT: empty_bodies(): +0 .0 .0 -0 +1 .1 .1 -1 +2 .2 .2 -2
  RUN(never_repeated(1));
  // EXPECT: never_repeated(1): once one
  set_next(4, 1, 1, 0, 0);
  RUN(never_repeated_inside());
  // EXPECT: never_repeated_inside(): +0 .0 x y .0 y -0
  return 0;
}
