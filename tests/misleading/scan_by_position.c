#include <stdio.h>
static void take(const char* text, int* first, int* second) {
  sscanf(text, "%2$d %1$d", first, second);
}
int main(void) {
  int first = 0, second = 0;
  take("3 4", &first, &second);
  printf("%d %d\n", first, second);
  return 0;
}
