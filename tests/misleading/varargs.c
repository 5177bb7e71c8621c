#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int a = va_arg(ap, int), b = va_arg(ap, int), c = n == 3 ? va_arg(ap, int) : 0;
  va_end(ap);
  return a + b + (c < 4 ? c : 0);  // bug: leaves some out
}
int cmp(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}
int twice(int x) {
  return 2 * x;
}
int map1(int (*f)(int), int x) {
  return f(x);
}
static int memo[10];
int fibm(int n) {
  if (n < 2) return n;
  if (memo[n]) return memo[n];
  return memo[n] = fibm(n - 1) + fibm(n - 2);
}
int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof *a, cmp);
  return printf("%d %d %d\n", sum(3, 1, 2, 3) + sum(3, 1, 2, 4), map1(twice, a[0]), fibm(4)) < 0;
}
