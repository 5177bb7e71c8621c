// 200,000 numbers, sorted in place by recursion: reads and writes of one array, a loop in each call.
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 200000 };

static void sort(int* first, int* last) {
  if (last - first < 2) return;
  int middle = first[(last - first) / 2];
  int *low = first, *high = last - 1;
  while (low <= high) {
    while (*low < middle) low++;
    while (*high > middle) high--;
    if (low > high) break;
    int kept = *low;
    *low++ = *high;
    *high-- = kept;
  }
  sort(first, high + 1);
  sort(low, last);
}

int main(void) {
  int* numbers = malloc(COUNT * sizeof *numbers);
  unsigned state = 1;
  for (int i = 0; i < COUNT; i++) numbers[i] = (int)((state = state * 1103515245 + 12345) >> 8);
  sort(numbers, numbers + COUNT);
  for (int i = 1; i < COUNT; i++)
    if (numbers[i - 1] > numbers[i]) return 1;
  printf("%d %d\n", numbers[0], numbers[COUNT - 1]);
  free(numbers);
}
