/* A call made by a loop's check belongs to the iteration before it, the first one to the function.
 * TREE: main() = 0
 * TREE:   countdown(2) = 0
 * TREE:     more(2) = 1
 * TREE:     *loop*
 * TREE:       work(2)
 * TREE:       more(1) = 1
 * TREE:       *loop*
 * TREE:         work(1)
 * TREE:         more(0) = 0
 * TREE:   until(2) = 0
 * TREE:     *loop*
 * TREE:       work(2)
 * TREE:       more(1) = 1
 * TREE:       *loop*
 * TREE:         work(1)
 * TREE:         more(0) = 0 */
static volatile int seen;
static int more(int n) {
  return n > 0;
}
static void work(int n) {
  seen += n;
}
static int countdown(int n) {
  while (more(n)) {
    work(n);
    n--;
  }
  return n;
}
static int until(int n) {
  do {
    work(n);
    n--;
  } while (more(n));
  return n;
}
int main(void) {
  countdown(2);
  until(2);
  return 0;
}
