static int inc(int x) {
  return x + 1;
}
struct S {
  int (*f)(int);
  int x;
};
static int call(struct S* s) {
  return s->f(s->x);
}
int main(void) {
  struct S s = {inc, 4};
  return call(&s);
}
