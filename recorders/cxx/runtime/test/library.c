/* Calls of library functions, as recorded code makes them. */
#include "recorders/cxx/runtime/test/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recorders/cxx/runtime/test/module.h"

void* culprit_wrap_memcpy(void*, const void*, size_t);
char* culprit_wrap_strcpy(char*, const char*);
char* culprit_wrap_strcat(char*, const char*);
int culprit_wrap_snprintf(char*, size_t, const char*, ...);
int culprit_wrap___isoc99_sscanf(const char*, const char*, ...);
char* culprit_wrap_strtok(char*, const char*);
long culprit_wrap_strtol(const char*, char**, int);
void culprit_wrap_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
int culprit_wrap_printf(const char*, ...);

static char here;
static int by_value(const void* a, const void* b) {
  const int x = *(const int*)a, y = *(const int*)b;
  return x < y ? -1 : x > y;
}

void scene_strings(void) {
  static char text[64];
  culprit_cxx_enter1(&sites[F], &here, 1);
  culprit_wrap_memcpy(text, "abc", 4);
  culprit_wrap_strcpy(text, "one two");
  culprit_wrap_strcat(text, "!");
  culprit_wrap_snprintf(text, 5, "%d", 1234567);
  culprit_wrap_strtok(text, "3");
  culprit_cxx_leave1(&here, 0, 0);
}

void scene_scan(void) {
  static struct {
    int number;
    char word[8], letters[4], untouched[8];
    short small;
    double real;
  } got;
  culprit_cxx_enter1(&sites[F], &here, 1);
  culprit_wrap___isoc99_sscanf("17 word 3.5 xy 9 -", "%d%7s%lf %2c%hd%s", &got.number, got.word, &got.real,
                               got.letters, &got.small, got.untouched + 4);
  culprit_wrap___isoc99_sscanf("5 none", "%*d%d", &got.number);
  char* end;
  culprit_wrap_strtol("12x", &end, 10);
  culprit_cxx_leave1(&here, 0, 0);
}

void scene_sort(void) {
  static int numbers[] = {3, 2, 1};
  culprit_cxx_enter1(&sites[F], &here, 1);
  culprit_wrap_qsort(numbers, 3, sizeof *numbers, by_value);
  culprit_cxx_leave1(&here, 0, (uint32_t)(numbers[0] * 100 + numbers[1] * 10 + numbers[2]));
}

void scene_output(void) {
  culprit_cxx_enter1(&sites[F], &here, 1);
  culprit_wrap_printf("n is %d\n", 5);
  puts("line");
  fputs("to stderr", stderr);
  putchar('c');
  fwrite("block", 1, 5, stdout);
  fflush(stdout);
  if (write(1, "raw", 3) != 3) exit(4);
  FILE* elsewhere = fopen("/dev/null", "w");
  fprintf(elsewhere, "not shown");
  fclose(elsewhere);
  culprit_cxx_leave1(&here, 0, 0);
}
