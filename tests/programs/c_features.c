/* STATUS: 7 */
/* C: unions, bit-fields, VLAs, alloca, flexible array members, designated initialisers, compound literals, statement
 * expressions, inline assembly, complex numbers, long double, __int128, K&R pointers, static locals, tentative globals. */
#include <alloca.h>
#include <complex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union number {
  int whole;
  float real;
  unsigned char bytes[4];
};

struct flags {
  unsigned a : 3;
  signed b : 5;
  unsigned : 0;
  unsigned c : 24;
  _Bool d : 1;
};

struct packed {
  char c;
  int i;
} __attribute__((packed));

struct text {
  size_t length;
  char characters[];
};

struct config {
  const char* name;
  int size[4];
  struct {
    int x, y;
  };
};

int tentative;
int tentative;
extern int declared;
int declared = 4;

static struct text* make_text(const char* from) {
  size_t length = strlen(from);
  struct text* text = malloc(sizeof *text + length + 1);
  text->length = length;
  memcpy(text->characters, from, length + 1);
  return text;
}

static int vla(int n) {
  int squares[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) squares[i][j] = i * j;
  int sum = 0;
  for (int i = 0; i < n; i++) sum += squares[i][n - 1];
  return sum + (int)(sizeof squares / sizeof squares[0][0]);
}

static int with_alloca(int n) {
  char* last = NULL;
  for (int i = 1; i <= n; i++) {
    char* piece = alloca((size_t)i);
    memset(piece, i, (size_t)i);
    if (last && piece == last) return -1;
    last = piece;
  }
  return last[n - 1];
}

static int counter(void) {
  static int count = 10;
  return count++;
}

static struct flags set(struct flags flags, int b) {
  flags.b = b;
  flags.a += 3;
  flags.c ^= 0xffff;
  return flags;
}

static double _Complex rotate(double _Complex z) {
  return z * I;
}
static float _Complex half(float _Complex z) {
  return z / 2;
}
static long double deep(long double x) {
  return x / 3.0L;
}
static __int128 wide(__int128 x) {
  return x * x;
}
static int with_asm(int x) {
  int result;
  __asm__("leal 5(%1), %0" : "=r"(result) : "r"(x));
  __asm__ volatile("" ::: "memory");
  return result;
}
static void asm_memory(int* x) {
  __asm__ volatile("movl $42, %0" : "=m"(*x));
}
static int maximum(int a, int b) {
  return ({
    int x = a, y = b;
    x > y ? x : y;
  });
}
static int old_style(a, b)
int a;
char b;
{
  return a + b;
}
static int compound(const int* p) {
  return p[0] + p[1];
}
static int generic(int x) {
  return _Generic(x, int: 1, double: 2);
}
static void clean(int* p) {
  printf("clean %d\n", *p);
}
static int scoped(void) {
  __attribute__((cleanup(clean))) int value = 3;
  return value + 1;
}
static int nested_pointer(int*** p) {
  return ***p;
}

int main(void) {
  union number number = {.real = 1.0f};
  printf("%08x %d\n", (unsigned)number.whole, number.bytes[3]);
  struct flags flags = {.a = 6, .c = 0x123456, .d = 1};
  flags = set(flags, -7);
  printf("%u %d %x %d\n", flags.a, flags.b, flags.c, flags.d);
  struct packed packed[2] = {{'a', 1}, {'b', 2}};
  packed[1].i += packed[0].i;
  printf("%d %zu\n", packed[1].i, sizeof packed);
  struct text* text = make_text("flexible");
  printf("%zu %s\n", text->length, text->characters);
  free(text);
  struct config config = {.size = {[2] = 5, 6}, .name = "cfg", .y = 8};
  struct config other = config;
  other.size[0] = memcmp(&other, &config, sizeof other);
  printf("%s %d %d %d %d\n", other.name, other.size[0], other.size[2], other.size[3], other.y);
  printf("%d %d %d%d%d\n", vla(4), with_alloca(9), counter(), counter(), counter());
  double _Complex z = rotate(3 + 4 * I);
  float _Complex h = half(3 + 4 * I);
  printf("%g %g %g %g\n", creal(z), cimag(z), (double)crealf(h), (double)cimagf(h));
  printf("%.15Lg %lld\n", deep(1.0L), (long long)(wide((__int128)1 << 40) >> 40));
  int in_memory = 0;
  asm_memory(&in_memory);
  printf("%d %d %d %d %d\n", with_asm(1), in_memory, maximum(3, 9), old_style(1, 2), generic(0));
  printf("%d %d\n", compound((int[]){3, 4}), scoped());
  int x = 9, *px = &x, **ppx = &px;
  printf("%d %d %d\n", nested_pointer(&ppx), tentative, declared);
  printf("%zu\n", offsetof(struct config, size));
  return 7;
}
