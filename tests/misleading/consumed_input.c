#include <stdio.h>
int read_digit(void) {
  int c = getchar();
  if (c == '-') c = getchar(); /* bug: the sign is forgotten */
  return c - '0';
}
void twice(int* x) {
  *x *= 2;
}
int calc(void) {
  int a = read_digit();
  twice(&a);
  int b = read_digit();
  twice(&b);
  return a + b;
}
int main(void) {
  printf("%d\n", calc());
  return 0;
}
