#include <stdio.h>
void set(int* a, int i, int v) {
  a[i] = v;
}
void t1(void) {
  int a[8] = {0};
  set(a, 4, 2);
}
void t2(void) {
  int k = 0;
  int a[8] = {0};
  set(a, 4, 2);
  (void)k;
}
void t3(void) {
  int a[7] = {0};
  set(a, 4, 2);
}
int main(void) {
  t1();
  t2();
  t3();
  return 0;
}
