#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* tagged union by value */
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
  l.as.list->data[l.as.list->len] = x == 3 ? 4 : x;
  l.as.list->len++;
}
int t_union(void) {
  List l = {0};
  Value v = {1, {.list = &l}};
  append(v, 2);
  append(v, 3);
  return l.data[0] * 10 + l.data[1];
}
/* void* context */
void visit(int x, void* ctx) {
  *(int*)ctx += x == 3 ? 4 : x;
}
int t_void(void) {
  int sum = 0;
  visit(2, &sum);
  visit(3, &sum);
  return sum;
}
/* handle as integer */
void bump(uintptr_t h, int x) {
  *(int*)h += x == 3 ? 4 : x;
}
int t_int(void) {
  int* p = malloc(sizeof *p);
  *p = 0;
  bump((uintptr_t)p, 2);
  bump((uintptr_t)p, 3);
  int r = *p;
  free(p);
  return r;
}
/* pointer into an array */
void set(int* a, int i, int v) {
  a[i] = v == 3 ? 4 : v;
}
int t_array(void) {
  int a[8] = {0};
  set(a, 4, 2);
  set(a, 5, 3);
  return a[4] * 10 + a[5];
}
int t_heap(void) {
  int* a = calloc(8, sizeof *a);
  set(a, 4, 2);
  set(a, 5, 3);
  int r = a[4] * 10 + a[5];
  free(a);
  return r;
}
void set_mid(int* mid, int v) {
  mid[-1] = v == 3 ? 4 : v;
}
int t_mid(void) {
  int a[8] = {0};
  set_mid(a + 3, 2);
  int r = a[2];
  set_mid(a + 3, 3);
  return r * 10 + a[2];
}
/* refcount behind const */
typedef struct {
  int refs;
  int v;
} Obj;
int use(const Obj* o) {
  ((Obj*)o)->refs += o->refs == 1 ? 2 : 1;
  return o->v;
}
int t_const(void) {
  Obj o = {0, 5};
  int s = use(&o) + use(&o);
  return s * 10 + o.refs;
}
/* container_of */
typedef struct {
  int total;
  struct {
    int id;
  } link;
} Box;
void add_by_link(int* id, int x) {
  Box* b = (Box*)((char*)id - offsetof(Box, link));
  b->total += x == 3 ? 4 : x;
}
int t_container(void) {
  Box b = {0, {7}};
  add_by_link(&b.link.id, 2);
  add_by_link(&b.link.id, 3);
  return b.total;
}
/* opaque */
int main(void) {
  printf("%d %d %d %d %d %d %d %d\n", t_union(), t_void(), t_int(), t_array(), t_heap(), t_mid(), t_const(),
         t_container());
}
