#include <stdarg.h>
#include <stdio.h>
double weighted(int n, ...) {
  va_list ap;
  va_start(ap, n);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    int value = va_arg(ap, int);
    sum += value * va_arg(ap, double);
  }
  va_end(ap);
  return sum;
}
int count(va_list names, const char* found) {
  int n = 0;
  for (const char* name = va_arg(names, const char*); name; name = va_arg(names, const char*))
    n += name[0] == *found;
  return n;
}
int starting(const char* with, ...) {
  va_list names;
  va_start(names, with);
  int n = count(names, with);
  va_end(names);
  return n;
}
int main(void) {
  printf("%.1f\n", weighted(7, 1, 0.5, 2, 0.5, 3, 0.5, 4, 0.5, 5, 0.5, 6, 0.5, 7, 0.5));
  printf("%d\n", starting("a", "an", "be", "ask", (char*)0));
  return 0;
}
