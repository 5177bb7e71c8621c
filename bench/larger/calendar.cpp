// Bills of twenty-four months, each paid a little later than the one before.
#define main example_main
#include "../../examples/calendar/calendar_fixed.cpp"
#undef main

int main() {
  for (int i = 0; i < 24; ++i) {
    const Date billed{1999 + i / 12, 1 + i % 12, 1 + i * 5 % 28};
    statement("Ada", 10000 + i * 500, billed, add_months(billed, 2 + i % 5));
  }
}
