struct N {
  int v;
  struct N* next;
};
static void rev(struct N** h) {
  struct N* r = 0;
  while (*h) {
    struct N* n = *h;
    *h = n->next;
    n->next = r;
    r = n;
  }
  *h = r;
}
int main(void) {
  struct N c = {3, 0}, b = {2, &c}, a = {1, &b}, *h = &a;
  rev(&h);
  return h->v;
}
