/* qsort: glibc's merge sort, written anew, because the comparison is recorded code that sees the array while it is being
 * sorted. The order of comparisons and the result are glibc's: its sort is stable. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/wrap.h"

struct sort {
  size_t size;
  int (*compare)(const void*, const void*, void*);
  void* argument;
  char* merged;
};

/* Recursion depth: log2 of the number of elements. */
static void sort_part(const struct sort* sort, char* first, size_t count) {
  if (count <= 1) return;
  size_t left = count / 2, right = count - left, size = sort->size;
  char *a = first, *b = first + left * size, *to = sort->merged;
  sort_part(sort, a, left);
  sort_part(sort, b, right);
  while (left > 0 && right > 0) {
    int from_left = sort->compare(a, b, sort->argument) <= 0;
    memcpy(to, from_left ? a : b, size);
    to += size;
    if (from_left) {
      a += size;
      left--;
    } else {
      b += size;
      right--;
    }
  }
  memcpy(to, a, left * size); /* what is left on the right is in place */
  size_t moved = (count - right) * size;
  if (memcmp(first, sort->merged, moved) == 0) return;
  memcpy(first, sort->merged, moved);
  culprit_wrote(first, moved);
}

static int compare_two(const void* a, const void* b, void* compare) {
  return (*(int (**)(const void*, const void*))compare)(a, b);
}

WRAP(void, qsort_r,
     (void* array, size_t count, size_t size, int (*compare)(const void*, const void*, void*),
      void* argument)) {
  size_t bytes = count * size;
  if (bytes < size || !culprit_thread.stream->room) {
    qsort_r(array, count, size, compare, argument);
    return;
  }
  char small[1024];
  struct sort sort = {size, compare, argument, bytes <= sizeof small ? small : (char*)culprit_pages(bytes)};
  if (!sort.merged) {
    qsort_r(array, count, size, compare, argument);
    culprit_wrote(array, bytes);
    return;
  }
  sort_part(&sort, (char*)array, count);
  if (sort.merged != small) culprit_pages_free(sort.merged, bytes);
}
WRAP(void, qsort, (void* array, size_t count, size_t size, int (*compare)(const void*, const void*))) {
  culprit_wrap_qsort_r(array, count, size, compare_two, &compare);
}
