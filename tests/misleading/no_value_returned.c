#include <stdio.h>
int left;
note(x) int x;
{
  left = x;
  if (x > 3) return;
  printf("%d\n", x);
}
int main(void) {
  note(5);
  note(2);
  return 0;
}
