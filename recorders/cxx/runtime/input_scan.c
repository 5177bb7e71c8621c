/* What the scanf family consumes. How much that is no result tells, and of what it read the C library's buffer keeps only the
 * end. So it reads from a stream of ours, which takes each byte from the file as getc does, and the byte that it gives
 * back goes back to the file: what the file goes through is the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/interpose.h"

#undef getc_unlocked

enum { MOST_STREAMS = 8 /* kept for the next call */, MOST_BYTES = 256 /* logged at once */ };
struct scan {
  FILE* stream; /* that scanf sees */
  FILE* file;   /* the program's */
  size_t count;
  char bytes[MOST_BYTES];
};
static struct scan* spare[MOST_STREAMS];

static void log_bytes(struct scan* scan) {
  culprit_consumed(culprit_descriptor_of(scan->file), scan->bytes, scan->count);
  scan->count = 0;
}

static ssize_t take_byte(void* cookie, char* to, size_t size) {
  struct scan* scan = (struct scan*)cookie;
  if (!size) return 0;
  culprit_quiet++;
  int character = getc_unlocked(scan->file);
  culprit_quiet--;
  if (character == EOF) return ferror_unlocked(scan->file) ? -1 : 0;
  if (scan->count == MOST_BYTES) log_bytes(scan);
  *to = scan->bytes[scan->count++] = (char)character;
  return 1;
}

static struct scan* make_scan(void) {
  struct scan* scan = (struct scan*)calloc(1, sizeof *scan);
  if (!scan) return NULL;
  scan->stream = fopencookie(scan, "r", (cookie_io_functions_t){.read = take_byte});
  if (!scan->stream) {
    free(scan);
    return NULL;
  }
  setvbuf(scan->stream, NULL, _IONBF, 0);
  __fsetlocking(scan->stream, FSETLOCKING_BYCALLER);
  return scan;
}
/* NULL if there is no memory. */
static struct scan* begin_scan(FILE* file) {
  struct scan* scan = NULL;
  int saved = errno;
  for (int i = 0; i < MOST_STREAMS && !scan; i++)
    scan = __atomic_exchange_n(&spare[i], NULL, __ATOMIC_ACQ_REL);
  if (!scan) {
    culprit_occupy(&culprit_thread); /* for malloc */
    scan = make_scan();
    culprit_thread.busy--;
  }
  if (scan) scan->file = file;
  errno = saved;
  return scan;
}
static void end_scan(struct scan* scan) {
  int saved = errno;
  clearerr_unlocked(scan->stream);
  for (int i = 0; i < MOST_STREAMS; i++) {
    struct scan* none = NULL;
    if (__atomic_compare_exchange_n(&spare[i], &none, scan, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
      errno = saved;
      return;
    }
  }
  culprit_occupy(&culprit_thread);
  fclose(scan->stream);
  free(scan);
  culprit_thread.busy--;
  errno = saved;
}

/* The byte that was read to see that a number has ended. */
static void give_back(struct scan* scan) {
  int saved = errno;
  int has_byte = scan->stream->_IO_read_ptr < scan->stream->_IO_read_end;
  int is_at_end = feof_unlocked(scan->stream);
  log_bytes(scan);
  if (has_byte) ungetc(getc_unlocked(scan->stream), scan->file);
  if (is_at_end) culprit_consumed_end(culprit_descriptor_of(scan->file));
  errno = saved;
}

/* The header's vfscanf is another name of the second one. */
#ifdef CULPRIT_STATIC
#define OWN_SCAN(name) INTERPOSE(int, name, (FILE * file, const char* format, va_list pointers))
#else
#define OWN_SCAN(name)                                                                                    \
  CULPRIT_EXPORT int culprit_own_##name(FILE* file, const char* format, va_list pointers) __asm__(#name); \
  CULPRIT_EXPORT int culprit_own_##name(FILE* file, const char* format, va_list pointers)
#endif
int __isoc99_vfscanf(FILE*, const char*, va_list);
#define SCAN(name)                                                      \
  OWN_SCAN(name) {                                                      \
    struct scan* scan = culprit_is_logging() ? begin_scan(file) : NULL; \
    if (!scan) return THE_REAL(name)(file, format, pointers);           \
    flockfile(file);                                                    \
    int stored = THE_REAL(name)(scan->stream, format, pointers);        \
    give_back(scan);                                                    \
    funlockfile(file);                                                  \
    end_scan(scan);                                                     \
    return stored;                                                      \
  }
SCAN(vfscanf)
SCAN(__isoc99_vfscanf)
