// Loops whose condition declares an object with a destructor: their end is reached through it both ways.
#include <cstdio>

struct Task {
  explicit Task(int from) : number(from) {}
  ~Task() { std::puts("done"); }
  explicit operator bool() const { return number != 0; }
  int number;
};

static int until_none(int left) {
  int sum = 0;
  while (const Task task{left--}) sum += task.number;
  return sum;
}

static int until_two(int left) {
  int sum = 0;
  while (const Task task{left--}) {
    if (task.number == 2) break;
    sum += task.number;
  }
  return sum;
}

int main() {
  std::printf("%d %d\n", until_none(2), until_two(3));
}
