#include <stdio.h>
typedef struct {
  int len;
  int data[8];
} List;
typedef struct {
  int tag;
  union {
    double num;
    List* list;
  } as;
} Value;
void append(Value l, int x) {
  l.as.list->data[l.as.list->len++] = x;
} /* right */
int sum(Value l) {
  int s = 0;
  for (int i = 1; i < l.as.list->len; i++) s += l.as.list->data[i];
  return s;
} /* bug: starts at 1 */
int total(void) {
  List l = {0};
  Value v = {1, {.list = &l}};
  append(v, 2);
  append(v, 3);
  return sum(v);
}
int main(void) {
  printf("%d\n", total());
  return 0;
}
