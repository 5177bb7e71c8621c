// Loops end on every way out, the innermost first.
#include "events.h"

#include <setjmp.h>
#include <stdlib.h>

int break_(int n) {
  for (int i = 0; i < 9; i++) {
    if (i == n) {
      mark("found");
      break;
    }
    mark("b");
  }
  mark("after");
  return 0;
}
int continue_(int n) {
  while (n-- > 0) {
    if (n == 1) continue;
    mark("b");
  }
  return 0;
}
int continue_in_do(int n) {
  do {
    if (n == 1) continue;
    mark("b");
  } while (n-- > 0);
  return 0;
}
int return_(int n) {
  for (int i = 0; i < 9; i++) {
    if (i == n) {
      mark("found");
      return i;
    }
  }
  return -1;
}
int only_return(int n) {
  for (;;) {
    if (!n--) return next();
  }
}
int return_from_two(int n) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (i * 3 + j == n) return mark("found"), n;
  return -1;
}
void goto_out_of_two(int n) {
  for (;;) {
    while (1) {
      if (!n--) {
        mark("leaving");
        goto out;
      }
      if (n == 1) break;
      mark("b");
    }
  }
out:
  mark("out");
}
void goto_out_of_one(int n) {
  for (int i = 0; i < 2; i++) {
    while (1) {
      if (!n--) {
        n = 1;
        mark("leaving");
        goto next_i;
      }
    }
  next_i:
    mark("next");
  }
}
void loop_before_return(int n) {
  for (int i = 0; i < 5; i++) {
    if (i == n) {
      for (int j = 0; j < 2; j++) mark("j");
      return;
    }
  }
}
void loop_before_break(int n) {
  while (1) {
    if (!n--) {
      int j = 0;
      do mark("j");
      while (++j < 2);
      mark("then");
      break;
    }
  }
  mark("after");
}
void switch_inside(void) {
  for (;;) {
    switch (next()) {
      case 1:
        mark("one");
        continue;
      case 2:
        mark("two");
        break;
      case 3:
        mark("three");
        return;
      default:
        goto out;
    }
    mark("end");
  }
out:
  mark("out");
}
void loop_in_switch(int n) {
  switch (n) {
    case 0:
      while (n < 2) n++;
    case 1:
      mark("one");
      break;
    default:
      do n--;
      while (n > 2);
  }
}
static int with(int n) {
  mark("with");
  return n;
}
int tail_call(int n) {
  for (int i = 0; i < 3; i++)
    if (i == n) __attribute__((musttail)) return with(i);
  return 0;
}
static jmp_buf place;
void jump_back(int n) {
  for (int i = 0; i < 2; i++) {
    if (setjmp(place)) {
      mark("back");
      break;
    }
    for (int j = 0; j < 2; j++)
      if (i == n) longjmp(place, 1);
  }
}
void computed(int n) {
  static void* const targets[] = {&&again, &&done, &&inside};
  for (int i = 0;; i++) {
  again:
    mark("a");
    if (i == n) goto* targets[1];
    if (i == 0) {
      i++;
      goto* targets[2];
    }
  inside:
    mark("i");
  }
done:
  mark("done");
}
void duff(int n) {
  int rounds = (n + 1) / 2;
  switch (n % 2) {
    case 0:
      do {
        mark("x");
        case 1:
          mark("x");
      } while (--rounds > 0);
  }
}
void jumped_into(int n) {
  if (n) goto middle;
  for (int i = 0; i < 2; i++) {
    mark("top");
  middle:
    mark("middle");
    if (n) return;
  }
}
void shared_tail(int n) {
  for (;;) {
    if (n == 0) {
    tail:
      mark("tail");
      return;
    }
    if (n-- == 2) break;
  }
  goto tail;
}
void exits(int n) {
  for (int i = 0;; i++) {
    if (i > n) abort();
    if (next()) return;
  }
}

int main(void) {
  RUN(break_(1));
  // EXPECT: break_(1): +0 .0 b .0 found -0 after
  RUN(continue_(3));
  // EXPECT: continue_(3): +0 .0 b .0 .0 b -0
  RUN(continue_in_do(1));
  // EXPECT: continue_in_do(1): +0 .0 .0 b -0
  RUN(return_(1));
  // EXPECT: return_(1): +0 .0 .0 found -0
  RUN(only_return(1));
  // EXPECT: only_return(1): +0 .0 .0 -0
  RUN(return_from_two(4));
  // EXPECT: return_from_two(4): +0 .0 +1 .1 .1 .1 -1 .0 +1 .1 .1 found -1 -0
  RUN(goto_out_of_two(2));
  // EXPECT: goto_out_of_two(2): +0 .0 +1 .1 -1 .0 +1 .1 b .1 leaving -1 -0 out
  RUN(goto_out_of_one(0));
  // EXPECT: goto_out_of_one(0): +0 .0 +1 .1 leaving -1 next .0 +1 .1 .1 leaving -1 next -0
  RUN(loop_before_return(1));
  // EXPECT: loop_before_return(1): +0 .0 .0 +1 .1 j .1 j -1 -0
  RUN(loop_before_break(1));
  // EXPECT: loop_before_break(1): +0 .0 .0 +1 .1 j .1 j -1 then -0 after
  set_next(3, 1, 2, 3);
  RUN(switch_inside());
  // EXPECT: switch_inside(): +0 .0 one .0 two end .0 three -0
  RUN(switch_inside());
  // EXPECT: switch_inside(): +0 .0 -0 out
  RUN(loop_in_switch(0));
  // EXPECT: loop_in_switch(0): +0 .0 .0 -0 one
  RUN(loop_in_switch(3));
  // EXPECT: loop_in_switch(3): +1 .1 -1
  RUN(tail_call(1));
  // EXPECT: tail_call(1): +0 .0 .0 -0 with
  RUN(jump_back(1));
  // EXPECT: jump_back(1): +0 .0 ^1 +1 .1 .1 -1 .0 ^1 +1 .1 ^1 back -0
  RUN(computed(2));
  // EXPECT: computed(2): +0 .0 a i .0 a ^0 done
  RUN(duff(3));
  // EXPECT: duff(3): x x x
  RUN(jumped_into(0));
  // EXPECT: jumped_into(0): top middle top middle
  RUN(jumped_into(1));
  // EXPECT: jumped_into(1): middle
  RUN(shared_tail(1));
  // EXPECT: shared_tail(1): +0 .0 .0 -0 tail
  RUN(shared_tail(2));
  // EXPECT: shared_tail(2): +0 .0 -0 tail
  set_next(2, 0, 1);
  RUN(exits(5));
  // EXPECT: exits(5): +0 .0 .0 -0
  return 0;
}
