#include <stdio.h>
#include <stdlib.h>
struct Base {
  int kind;
  int refs;
};
struct Point {
  struct Base base;
  int x, y;
};
static int area(struct Point* p) {
  return p->x * p->y;
}
static void retain(struct Base* b) {
  b->refs += b->kind;
} /* bug: adds the kind */
static int kinds(struct Base* all, int n) {
  return n == 0 ? 0 : all[0].kind + kinds(all + 1, n - 1);
}
int main(void) {
  struct Point* p = malloc(sizeof *p);
  *p = (struct Point){{2, 1}, 3, 4};
  struct Base* all = malloc(3 * sizeof *all);
  for (int i = 0; i < 3; i++) all[i] = (struct Base){i, 1};
  int a = area(p);
  retain(&p->base);
  printf("%d %d %d\n", a, p->base.refs, kinds(all, 3));
  free(p);
  free(all);
  return 0;
}
