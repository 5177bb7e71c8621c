/* Loops of every kind: for, while, do, goto backwards, computed goto, Duff's device, switch in loops, loops left by break,
 * continue, goto and return at any depth, empty bodies, loops in conditions, and setjmp in a loop. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int by_goto(int n) {
  int i = 0, sum = 0;
again:
  if (i < n) {
    sum += i++;
    goto again;
  }
  return sum;
}

static int irreducible(int n, int enter) {
  int steps = 0;
  if (enter) goto second;
first:
  steps += 1;
  if (steps > n) return steps;
second:
  steps += 10;
  if (steps > n) return steps;
  goto first;
}

static int computed(const char* program) {
  static const void* const targets[] = {&&inc, &&dec, &&twice, &&stop};
  int value = 0;
#define NEXT goto* targets[*program++ - 'a']
  NEXT;
inc:
  value++;
  NEXT;
dec:
  value--;
  NEXT;
twice:
  value *= 2;
  NEXT;
stop:
  return value;
}

static void duff(char* to, const char* from, int count) {
  int rounds = (count + 3) / 4;
  switch (count % 4) {
    case 0:
      do {
        *to++ = *from++;
        case 3:
          *to++ = *from++;
        case 2:
          *to++ = *from++;
        case 1:
          *to++ = *from++;
      } while (--rounds > 0);
  }
}

static int fall(int x) {
  int r = 0;
  switch (x) {
    case 1:
      r += 1;
    case 2:
      r += 2;
      break;
    case 3 ... 5:
      r += 10;
    default:
      r += 100;
  }
  return r;
}

static int deep_exits(int how) {
  int count = 0;
  for (int i = 0; i < 4; i++) {
    int j = 0;
    while (j < 4) {
      int k = 0;
      do {
        count++;
        if (how == 1 && k == 2) break;
        if (how == 2 && j == 2) goto out;
        if (how == 3 && i == 1 && j == 1) return count;
        if (how == 4 && (k & 1)) continue;
        if (how == 5 && i == 2) goto next;
        count += 10;
      } while (++k < 4);
      j++;
    }
  next:;
  }
out:
  return count;
}

static int conditions(void) {
  int n = 0;
  for (int i = 0; ({
         int j = 0;
         while (j < 3) j++;
         n += j;
         i < 3;
       });
       i++) {
  }
  while (n++ < 20);
  for (;;) {
    if (n-- < 5) break;
  }
  return n;
}

static jmp_buf back;
static void bounce(int i) {
  longjmp(back, i + 1);
}
static int setjmp_in_loop(void) {
  volatile int total = 0;
  for (volatile int i = 0; i < 5; i++) {
    int came = setjmp(back);
    if (came == 0) {
      for (int k = 0; k < 3; k++)
        if (k == 1) bounce(i);
    }
    total += came;
  }
  return total;
}

static unsigned long big(void) {
  unsigned long hash = 5381;
  for (int i = 0; i < 20000; i++) hash = hash * 33 + (unsigned)i;
  return hash;
}

static int shadowing(int x) {
  int sum = 0;
  for (int x = 0; x < 3; x++) {
    int sum_ = x;
    for (int x = 10; x < 12; x++) {
      sum += x + sum_;
    }
    {
      int x = 100;
      sum += x;
    }
  }
  return sum + x;
}

static int search(int rows, int columns, int grid[rows][columns], int wanted) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      if (grid[r][c] == wanted) return r * columns + c;
  return -1;
}

int main(void) {
  printf("%d %d %d\n", by_goto(5), irreducible(40, 0), irreducible(40, 1));
  printf("%d\n", computed("aacbaad"));
  char text[16] = {0};
  duff(text, "abcdefg", 7);
  puts(text);
  printf("%d %d %d %d\n", fall(1), fall(2), fall(4), fall(9));
  for (int how = 0; how <= 5; how++) printf("%d ", deep_exits(how));
  printf("\n%d %d %lu %d\n", conditions(), setjmp_in_loop(), big(), shadowing(1));
  int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  printf("%d %d\n", search(3, 4, grid, 7), search(3, 4, grid, 99));
  exit(0);
}
