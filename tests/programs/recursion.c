/* Deep recursion: a hundred thousand calls at once, mutual recursion, big frames, an exception-free long way back. */
#include <stdio.h>
static int down(int n) {
  return n == 0 ? 0 : down(n - 1) + 1;
}
static int big_frame(int n) {
  volatile char room[2000];
  room[n % 2000] = 1;
  return n == 0 ? 0 : big_frame(n - 1) + room[n % 2000];
}
static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  printf("%d\n", down(100000));
  printf("%d\n", big_frame(1500));
  printf("%d\n", ackermann(2, 9));
  return 0;
}
