#include <stdio.h>
static int table[3] = {3, 2, 1};
void swap(int* a, int i, int j) {
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
}
void sort3(int* a) {
  if (a[1] > a[2]) swap(a, 1, 2);
  if (a[0] > a[1]) swap(a, 0, 1);
} /* bug: one comparison is missing */
int main(void) {
  sort3(table);
  printf("%d %d %d\n", table[0], table[1], table[2]);
  return 0;
}
