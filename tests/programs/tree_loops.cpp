// An iteration starts after its condition held and is nested in the one before; leaving by break, continue or return closes
// what it leaves. No phantom last iteration.
// TREE: main() = 0
// TREE:   counted(2) = *
// TREE:     *loop*
// TREE:       touch(0)
// TREE:       *loop*
// TREE:         touch(1)
// TREE:   nested() = 3
// TREE:     *loop*
// TREE:       *loop*
// TREE:         touch(0)
// TREE:       *loop*
// TREE:         *loop*
// TREE:           touch(1)
// TREE:           *loop*
// TREE:             touch(2)
// TREE:   never() = 0
// TREE:   breaks() = 1
// TREE:     *loop*
// TREE:       *loop*
// TREE:         touch(1)
// TREE:   once() = 7
// TREE:     *loop*
// TREE:       touch(7)
// TREE:   returns() = 5
// TREE:     *loop*
// TREE:       *loop*
// TREE:         touch(5)
// TREE:   touch(9)
static volatile int sink;
static void touch(int x) {
  sink = x;
}

static int counted(int n) {
  for (int i = 0; i < n; ++i) touch(i);
  return n;
}
static int nested() {
  int seen = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = i; j <= 2 * i; ++j) touch(j), ++seen;
  return seen;
}
static int never() {
  while (sink < 0) touch(-1);
  return 0;
}
static int breaks() {
  int i = 0;
  while (true) {
    if (i++ == 0) continue;
    touch(i - 1);
    break;
  }
  return i - 1;
}
static int once() {
  do {
    touch(7);
  } while (sink != 7);
  return 7;
}
static int returns() {
  for (int i = 4;; ++i) {
    if (i == 4) continue;
    touch(i);
    return i;
  }
}

int main() {
  counted(2);
  nested();
  never();
  breaks();
  once();
  returns();
  touch(9);
}
