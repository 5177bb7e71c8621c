/* Functions that end without the value that they should return. What the caller gets is nobody's, so nothing uses it here.
 * FLAGS: -Wno-return-type
 * TREE: main() = 0
 * TREE:   on_one_way(0) = no value
 * TREE:   on_one_way(2) = 1
 * TREE:   never(1) = no value
 * TREE:   small(0) = no value
 * TREE:   small(1) = {a = 1, b = 2}
 * TREE:   large(0) = no value
 * TREE:   large(3) = {all = {3, 0, 0, 0, 0, 0, 0, 0, 0, 0}}
 * TREE:   out_of_a_loop(2) = no value
 * TREE:     *loop*
 * TREE:       *loop*
 * TREE:   out_of_a_loop(3) = 2.5
 * TREE:     *loop*
 * TREE:   always(1) = 1
 * TREE:   always(0) = 2
 * TREE:   a_variable(1) = {all = {1, *}} */
struct Pair {
  int a, b;
};
struct Many {
  int all[10];
};
static int kept;
static int on_one_way(int x) {
  if (x) return 1;
}
static int never(int x) {
  kept += x;
}
static struct Pair small(int x) {
  if (x) return (struct Pair){1, 2};
}
static struct Many large(int x) {
  if (x) return (struct Many){{x}};
}
static double out_of_a_loop(int x) {
  while (x) {
    if (x == 3) return 2.5;
    x--;
  }
}
static int always(int x) {
  if (x)
    return 1;
  else
    return 2;
}
/* The variable is the result, however much of it was filled. */
static struct Many a_variable(int x) {
  struct Many some;
  if (x) some.all[0] = x;
  return some;
}
int main(void) {
  on_one_way(0);
  on_one_way(2);
  never(1);
  small(0);
  small(1);
  large(0);
  large(3);
  out_of_a_loop(2);
  out_of_a_loop(3);
  always(1);
  always(0);
  a_variable(1);
  return 0;
}
