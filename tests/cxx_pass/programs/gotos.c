// Loops made by goto: a pass starts at the label.
#include "events.h"

void again(int n) {
again:
  mark("b");
  if (--n > 0) goto again;
  mark("after");
}
void leaves_early(int n) {
retry:
  if (n == 1) {
    mark("early");
    return;
  }
  mark("b");
  if (--n) goto retry;
}
void around_while(int n) {
  int rounds = 0;
again:
  while (n > 0) {
    n--;
    if (n == 1) {
      mark("restart");
      goto again;
    }
  }
  mark("after");
}
void inside_for(void) {
  for (int i = 0; i < 2; i++) {
    int j = 0;
  once_more:
    mark("j");
    if (++j < 2) goto once_more;
  }
}
void two_ways_back(int n) {
top:
  n--;
  if (n == 2) goto top;
  mark("b");
  if (n > 0) goto top;
}
void two_ways_in(int n) {
  if (n == 0) goto second;
first:
  mark("first");
second:
  mark("second");
  if (n++ < 1) goto first;
}

int main(void) {
  RUN(again(2));
  // EXPECT: again(2): +0 .0 b .0 b -0 after
  RUN(leaves_early(2));
  // EXPECT: leaves_early(2): +0 .0 b .0 early -0
  RUN(around_while(3));
  // EXPECT: around_while(3): +0 .0 +1 .1 .1 restart -1 .0 +1 .1 -1 -0 after
  RUN(inside_for());
  // EXPECT: inside_for(): +0 .0 +1 .1 j .1 j -1 .0 +1 .1 j .1 j -1 -0
  RUN(two_ways_back(3));
  // EXPECT: two_ways_back(3): +0 .0 .0 b .0 b -0
  RUN(two_ways_in(0));
  // EXPECT: two_ways_in(0): second first second
  return 0;
}
