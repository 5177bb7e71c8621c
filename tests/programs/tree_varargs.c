/* What functions with a variable number of arguments are given, as their callers know it.
 * TREE: main(*) = 0
 * TREE:   take(1, {a = 1, b = 2}, {x = 1.5, y = 2}, {a = {1, 2, 0}, b = 3.5}, {c = "abc"}) = 1
 * TREE:   take(2, 'x', 2.5, 7, BLUE, -1, 3, 200, true, 1.25) = 2
 * TREE:   take(3, "text", &{a = 1, b = 2}, &{1, 2, 3}, &7, 1, 2, 8, null, main) = 3
 * TREE:   take(4) = 4
 * TREE:   take(5, 1, 2.0, 4) = 5
 * TREE:   take(6) = 6
 * TREE:   through(*) = 7
 * TREE:     take(7, 1, "through a pointer") = 7
 * TREE:   compare(&5, … unknown) = 0
 * TREE:   first_item(1, &{a = 4, b = 5}) = 4
 * TREE:   by_second(&{a = 4, b = 5}, &{a = 4, b = 5}) = 0
 * TREE:   as_numbers(&5, &5) = 0
 * TREE:   as_bytes(0x*) = 5 */
#include <stdarg.h>
#include <stdlib.h>
struct Pair {
  int a, b;
};
struct Mixed {
  double x;
  long y;
};
struct Large {
  int a[3];
  double b;
};
struct Text {
  char c[5];
};
enum Colour { RED, BLUE };
static int take(int n, ...) {
  return n;
}
static int through(int (*f)(int, ...)) {
  return f(7, 1, "through a pointer");
}
static int compare(const int* a, ...) {
  return *a - 5;
}
static int first_item(int n, ...) {
  va_list list;
  va_start(list, n);
  const struct Pair* pair = va_arg(list, const struct Pair*);
  va_end(list);
  return pair->a;
}
static int by_second(const void* a, const void* b) {
  const struct Pair *x = a, *y = b;
  return x->b - y->b;
}
static int as_numbers(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}
static int as_bytes(const void* a) {
  return *(const char*)a;
}
int main(int count, char** words) {
  struct Pair pair = {1, 2}, other = {4, 5};
  struct Mixed mixed = {1.5, 2};
  struct Large large = {{1, 2}, 3.5};
  struct Text text = {"abc"};
  char character = 'x';
  float single = 2.5f;
  unsigned seven = 7;
  enum Colour colour = BLUE;
  long minus = -1;
  short three = 3;
  unsigned char byte = 200;
  _Bool yes = 1;
  long double wide = 1.25L;
  int numbers[3] = {1, 2, 3};
  int five = 5;
  take(1, pair, mixed, large, text);
  take(2, character, single, seven, colour, minus, three, byte, yes, wide);
  take(3, "text", &pair, numbers, &seven, pair.a, mixed.y, seven + 1, (void*)0, main);
  take(5, 1, 2.0, take(4));
  take(6);
  through(take);
  /* The C library does not tell what it gives. */
  bsearch(&five, &five, 1, sizeof five, (int (*)(const void*, const void*))compare);
  first_item(1, &other);
  by_second(&other, &other);
  as_numbers(&five, &five);
  as_bytes(&five);
  return count > 1 && words ? 1 : 0;
}
