#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct R {
  const char* s;
  int len;
};
static int look(struct R* r) {
  return r->s[0];
}
int main(int c, char** v) {
  char* b = malloc(512);
  int n = atoi(v[1]);
  memset(b, 'a', n);
  struct R r = {b, n};
  printf("%d\n", look(&r));
  return 0;
}
