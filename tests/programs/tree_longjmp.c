/* TREE: main() = 0
 * TREE:   escape(3) = 5
 * TREE:     down(3)*
 * TREE:       down(2)*
 * TREE:         down(1)*
 * TREE:           down(0)*
 * TREE:     after(5) = 5
 * TREE:   after(6) = 6 */
#include <setjmp.h>
static jmp_buf top;
static int down(int n) {
  if (n == 0) longjmp(top, 5);
  return down(n - 1) + 1;
}
static int after(int x) {
  return x;
}
static int escape(int n) {
  int came = setjmp(top);
  if (came == 0) return down(n);
  return after(came);
}
int main(void) {
  escape(3);
  after(6);
  return 0;
}
