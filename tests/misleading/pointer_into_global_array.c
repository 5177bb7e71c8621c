#include <stdio.h>
static int g[4];
int sum(int* p, int n) { /* bug: should add all */
  return p[0] * n;
}
int both(void) {
  int x, y;
  g[0] = 1;
  g[1] = 1;
  g[2] = 1;
  x = sum(g, 3); /* 3: right */
  g[0] = 1;
  g[1] = 2;
  g[2] = 3;
  y = sum(g, 3); /* 3: wrong, should be 6 */
  return x + y;
}
int main(void) {
  int l[3] = {4, 5, 6};
  int* m = l;
  printf("%d %d\n", both(), sum(m, 3));
  return 0;
}
