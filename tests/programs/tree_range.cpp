// Range-for over an array and a vector, a break out of two loops by goto, an exception out of a loop.
// TREE: main() = 0
// TREE:   each() = 3
// TREE:     *loop*
// TREE:       touch(1)
// TREE:       *loop*
// TREE:         touch(2)
// TREE:   jump_out() = 1
// TREE:     *loop*
// TREE:       *loop*
// TREE:         touch(0)
// TREE:         *loop*
// TREE:           touch(1)
// TREE:     touch(8)
// TREE:   caught() = 4
// TREE:     *loop*
// TREE:       touch(0)
// TREE:       *loop*
// TREE:         fail(1) threw int(4)
// TREE:     touch(9)
static volatile int sink;
static void touch(int x) {
  sink = x;
}
static int fail(int x) {
  if (x == 1) throw 4;
  return x;
}
static int each() {
  const int values[] = {1, 2};
  int sum = 0;
  for (const int value : values) {
    touch(value);
    sum += value;
  }
  return sum;
}
static int jump_out() {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      touch(i + j);
      if (j == 1) goto out;
    }
  }
out:
  touch(8);
  return 1;
}
static int caught() {
  int result = 0;
  try {
    for (int i = 0; i < 3; ++i) {
      if (i == 1) fail(i);
      touch(i);
    }
  } catch (int e) {
    result = e;
  }
  touch(9);
  return result;
}
int main() {
  each();
  jump_out();
  caught();
}
