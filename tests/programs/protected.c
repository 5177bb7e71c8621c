/* Heap blocks with pages that nobody may read: allocators put them behind what they give out, to find overruns. The recorder
 * looks into blocks that foreign code gets a pointer to, and must not fall over them. */
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int compare(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}
/* The bytes end where the closed page begins. */
static char* guarded(size_t size, char** block) {
  *block = aligned_alloc(PAGE, 4 * PAGE);
  memset(*block, 0, 4 * PAGE);
  mprotect(*block + 2 * PAGE, PAGE, PROT_NONE);
  return *block + 2 * PAGE - size;
}
static void release(char* block) {
  mprotect(block + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE);
  free(block);
}
static size_t enlist(int* list, size_t count, int value) {
  lsearch(&value, list, &count, sizeof *list, compare); /* not known to the recorder */
  return count;
}
static char first(const char* block) {
  return block[0];
}

int main(void) {
  char* block;
  int* list = (int*)guarded(3 * sizeof *list, &block);
  size_t count = 0;
  for (int i = 0; i < 6; i++) count = enlist(list, count, i % 3 + 1);
  printf("%zu: %d %d %d\n", count, list[0], list[1], list[2]);
  printf("%d\n", first(block));
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    count = enlist(list, 2, 7);
    printf("%zu: %d %d %d\n", count, list[0], list[1], list[2]);
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  release(block);
  return 0;
}
