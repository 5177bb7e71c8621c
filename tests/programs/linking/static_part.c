#include "parts.h"
static int calls;
int static_sum(int a, int b) {
  calls++;
  return a + b + calls;
}
