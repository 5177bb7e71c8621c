/* Symbols of unusual kinds, and the C library named among the arguments.
 * FLAGS: -lc */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Only ever inlined: nobody defines it. */
extern inline __attribute__((gnu_inline, always_inline)) int twice(int x) { return 2 * x; }

/* The resolver, and what it calls, run before the program is relocated. */
static int add_one(int x) { return x + 1; }
static int add_two(int x) { return x + 2; }
static int count(int n) {
  int sum = 0;
  char copy[8];
  memset(copy, 1, sizeof copy);
  for (int i = 0; i < n; i++) sum += copy[i];
  return sum;
}
static int (*resolve(void))(int) { return count(3) == 3 ? add_one : add_two; }
int chosen(int) __attribute__((ifunc("resolve")));

__attribute__((weak)) int weak(int x) { return x * 3; }
int alias(int x) __attribute__((alias("weak")));
extern int missing(int) __attribute__((weak));

static int total;
static int add(int x) { return total += x; }
__attribute__((constructor(101))) static void first(void) { add(1); }
__attribute__((constructor)) static void second(void) { add(10); }
__attribute__((destructor(101))) static void last(void) { printf("last %d\n", add(1)); }
__attribute__((destructor)) static void before_last(void) { printf("before %d\n", add(1)); }
static void before_all(int argc, char** argv, char** envp) { add(100); }
__attribute__((section(".preinit_array"), used)) static void (*const early)(int, char**, char**) = before_all;

int main(void) {
  char* text = malloc(16);
  strcpy(text, "text");
  printf("%d %d %d %d %d\n", twice(4), chosen(1), weak(2), alias(3), missing ? missing(1) : 0);
  printf("%d %s %s\n", total, text, getenv("LC_ALL"));
  fflush(stdout);
  write(1, "written\n", 8);
  free(text);
  return 0;
}
