// features: recursion globals loop-heads args
// Sorts as many records as the argument says by several algorithms that know only void pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxRecords = 64, kMaxSize = 64, kSmall = 5 };

typedef struct {
  int key;
  char name[8];
  unsigned serial;
} Record;

typedef int (*Compare)(const void* a, const void* b);
typedef void (*Sort)(void* base, size_t count, size_t size, Compare compare);

static int comparisons;
static int moves;
static unsigned random_state;

static unsigned next_random(unsigned limit) {
  random_state = random_state * 1103515245u + 12345u;
  return (random_state >> 16) % limit;
}

static char* at(void* base, size_t index, size_t size) {
  return (char*)base + index * size;
}

static void copy(void* to, const void* from, size_t size) {
  ++moves;
  memcpy(to, from, size);
}

static void swap(void* a, void* b, size_t size) {
  unsigned char kept[kMaxSize];
  copy(kept, a, size);
  copy(a, b, size);
  copy(b, kept, size);
}

static void insertion_sort(void* base, size_t count, size_t size, Compare compare) {
  unsigned char kept[kMaxSize];
  for (size_t i = 1; i < count; ++i) {
    if (compare(at(base, i - 1, size), at(base, i, size)) <= 0) continue;
    copy(kept, at(base, i, size), size);
    size_t place = i;
    do {
      copy(at(base, place, size), at(base, place - 1, size), size);
      --place;
    } while (place > 0 && compare(at(base, place - 1, size), kept) > 0);
    copy(at(base, place, size), kept, size);
  }
}

static void shell_sort(void* base, size_t count, size_t size, Compare compare) {
  size_t gap = 1;
  while (gap < count / 3) gap = gap * 3 + 1;
  for (; gap > 0; gap /= 3) {
    for (size_t i = gap; i < count; ++i) {
      for (size_t j = i; j >= gap && compare(at(base, j - gap, size), at(base, j, size)) > 0; j -= gap) {
        swap(at(base, j - gap, size), at(base, j, size), size);
      }
    }
  }
}

static void sift_down(void* base, size_t root, size_t count, size_t size, Compare compare) {
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && compare(at(base, child, size), at(base, child + 1, size)) < 0) ++child;
    if (compare(at(base, root, size), at(base, child, size)) >= 0) return;
    swap(at(base, root, size), at(base, child, size), size);
  }
}

static void heap_sort(void* base, size_t count, size_t size, Compare compare) {
  for (size_t root = count / 2; root-- > 0;) sift_down(base, root, count, size, compare);
  for (size_t last = count; last-- > 1;) {
    swap(base, at(base, last, size), size);
    sift_down(base, 0, last, size, compare);
  }
}

// Puts the middle one of the first, middle and last into the first place.
static void choose_pivot(void* base, size_t count, size_t size, Compare compare) {
  char *first = base, *middle = at(base, count / 2, size), *last = at(base, count - 1, size);
  if (compare(first, middle) > 0) swap(first, middle, size);
  if (compare(middle, last) > 0) swap(middle, last, size);
  if (compare(first, middle) < 0) swap(first, middle, size);
}

static void quick_sort(void* base, size_t count, size_t size, Compare compare) {
  if (count < kSmall) {
    insertion_sort(base, count, size, compare);
    return;
  }
  choose_pivot(base, count, size, compare);
  size_t smaller = 0;
  for (size_t i = 1; i < count; ++i) {
    if (compare(at(base, i, size), base) >= 0) continue;
    if (++smaller != i) swap(at(base, smaller, size), at(base, i, size), size);
  }
  swap(base, at(base, smaller, size), size);
  quick_sort(base, smaller, size, compare);
  quick_sort(at(base, smaller + 1, size), count - smaller - 1, size, compare);
}

static void merge_into(void* base, size_t left, size_t count, size_t size, Compare compare, char* buffer) {
  size_t i = 0, j = left, filled = 0;
  while (i < left && j < count) {
    const int take_right = compare(at(base, j, size), at(base, i, size)) < 0;
    copy(at(buffer, filled++, size), at(base, take_right ? j++ : i++, size), size);
  }
  while (i < left) copy(at(buffer, filled++, size), at(base, i++, size), size);
  for (size_t k = 0; k < filled; ++k) copy(at(base, k, size), at(buffer, k, size), size);
}

static void merge_part(void* base, size_t count, size_t size, Compare compare, char* buffer) {
  if (count < 2) return;
  const size_t left = (count + 1) / 2;
  merge_part(base, left, size, compare, buffer);
  merge_part(at(base, left, size), count - left, size, compare, buffer);
  merge_into(base, left, count, size, compare, buffer);
}

static void merge_sort(void* base, size_t count, size_t size, Compare compare) {
  char* buffer = malloc(count * size);
  if (buffer == NULL) abort();
  merge_part(base, count, size, compare, buffer);
  free(buffer);
}

static int by_key(const void* a, const void* b) {
  const Record *left = a, *right = b;
  ++comparisons;
  return (left->key > right->key) - (left->key < right->key);
}

static int by_name_backwards(const void* a, const void* b) {
  const Record *left = a, *right = b;
  ++comparisons;
  return strcmp(right->name, left->name);
}

static void make_records(Record* records, size_t count, unsigned seed) {
  random_state = seed;
  for (size_t i = 0; i < count; ++i) {
    records[i].key = (int)next_random(50) - 20;
    records[i].serial = (unsigned)i;
    memset(records[i].name, 0, sizeof records[i].name);
    for (size_t j = 0; j < 1 + next_random(2); ++j) records[i].name[j] = (char)('a' + next_random(6));
  }
}

// Wrong order counts what is out of place; unstable counts equal neighbours whose order has changed.
static void report(const char* name, Record* records, size_t count, Compare compare) {
  const int compared = comparisons;
  unsigned checksum = 0;
  int wrong = 0, unstable = 0;
  for (size_t i = 0; i < count; ++i) {
    checksum = checksum * 131 + records[i].serial;
    if (i == 0) continue;
    const int order = compare(&records[i - 1], &records[i]);
    if (order > 0) ++wrong;
    if (order == 0 && records[i - 1].serial > records[i].serial) ++unstable;
  }
  printf("%-10s %4d comparisons, %4d moves, %d wrong, %2d unstable, checksum %08x\n", name, compared, moves,
         wrong, unstable, checksum);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    Sort sort;
  } algorithms[] = {{"insertion", insertion_sort},
                    {"shell", shell_sort},
                    {"heap", heap_sort},
                    {"quick", quick_sort},
                    {"merge", merge_sort}};
  static const Compare orders[] = {by_key, by_name_backwards};
  Record records[kMaxRecords];
  const int wanted = argc > 1 ? atoi(argv[1]) : 24;
  if (wanted < 1 || wanted > kMaxRecords) {
    fprintf(stderr, "a number from 1 to %d is expected\n", kMaxRecords);
    return EXIT_FAILURE;
  }
  const size_t count = (size_t)wanted;
  for (size_t order = 0; order < 2; ++order) {
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; ++i) {
      make_records(records, count, 17);
      comparisons = moves = 0;
      algorithms[i].sort(records, count, sizeof records[0], orders[order]);
      report(algorithms[i].name, records, count, orders[order]);
    }
    for (size_t i = 0; i < count; i += 1 + i / 8) printf("%d%s ", records[i].key, records[i].name);
    printf("\n");
  }
  return 0;
}
