// What a function that is no node reads of its own variables concerns no call: recorded with CULPRIT_EXCLUDE=hidden*.
#include <stdio.h>

struct pair {
  int first, second;
};
static struct pair shared = {1, 2};

static void store(int* to) {
  *to = shared.first;
}

static int hidden(void) {
  int own;
  store(&own);
  return own;
}

static int hidden_copy(void) {
  struct pair own = shared, copy;
  store(&own.second);
  copy = own;
  return copy.first + copy.second;
}

static int call(void) {
  return hidden() + hidden_copy();
}

int main(void) {
  printf("%d\n", call());
}
