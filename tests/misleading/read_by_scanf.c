#include <stdio.h>
int next(int* v) {
  return fscanf(stdin, "%d", v) == 1;
}
int sum(void) {
  int s = 0, v = 0;
  while (next(&v)) s += v;
  return s;
}
int main(void) {
  printf("%d\n", sum());
  return 0;
}
