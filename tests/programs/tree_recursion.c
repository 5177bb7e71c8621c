/* TREE: main() = 0
 * TREE:   hanoi(2, 1, 3, 2) = 3
 * TREE:     hanoi(1, 1, 2, 3) = 1
 * TREE:       move(1, 1, 2)
 * TREE:     move(2, 1, 3)
 * TREE:     hanoi(1, 2, 3, 1) = 1
 * TREE:       move(1, 2, 3) */
static int moves;
static void move(int disc, int from, int to) {
  moves += disc > 0 && from != to;
}
static int hanoi(int n, int from, int to, int over) {
  int left = n > 1 ? hanoi(n - 1, from, over, to) : 0;
  move(n, from, to);
  int right = n > 1 ? hanoi(n - 1, over, to, from) : 0;
  return left + 1 + right;
}
int main(void) {
  hanoi(2, 1, 3, 2);
  return 0;
}
