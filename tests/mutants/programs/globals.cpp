// What calls do shows in globals only: who is not shown them cannot answer.
#include <cstdio>

static int total = 0;
static int largest = 0;
static int history[8];
static int used = 0;

static void add(int amount) {
  total += amount;
}

static void note(int amount) {
  if (amount > largest) largest = amount;
  history[used] = amount;
  used = used + 1;
}

static void book(int amount) {
  add(amount);
  note(amount);
}

static void undo() {
  used = used - 1;
  add(-history[used]);
}

int main() {
  const int amounts[] = {5, 12, 7, 3};
  for (int i = 0; i < 4; ++i) book(amounts[i]);
  undo();
  std::printf("%d %d %d\n", total, largest, used);
}
