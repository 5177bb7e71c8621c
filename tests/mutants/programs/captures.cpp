// What lambdas do shows in what they hold only.
#include <cstdio>

template <class Function>
static void three_times(const Function& function) {
  for (int i = 1; i <= 3; ++i) function(i);
}

static int sum_of_squares() {
  int sum = 0;
  auto add = [&sum](int number) { sum += number * number; };
  three_times(add);
  return sum;
}

static int largest_step() {
  int last = 0, largest = 0;
  auto look = [&last, &largest](int number) {
    const int step = number * number - last;
    if (step > largest) largest = step;
    last = number * number;
  };
  three_times(look);
  return largest + last;
}

int main() {
  std::printf("%d %d\n", sum_of_squares(), largest_step());
}
