/* Mapped memory. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/mman.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/wrap.h"

enum { MOST_CONTENTS = 256 << 20 }; /* of a mapped file */

static void* mapped(void* at, size_t length, int flags, int is_new) {
  struct culprit_thread* thread = &culprit_thread;
  if (at == MAP_FAILED || !culprit_ready(thread)) return at;
  culprit_occupy(thread);
  culprit_allocate(thread->stream, CULPRIT_MEMORY_MAPPED, 0, (uint64_t)at, length);
  if (is_new && flags & MAP_ANONYMOUS) {
    culprit_fill(thread->stream, 0, 0, (uint64_t)at, length);
  } else if (length <= MOST_CONTENTS) {
    culprit_log_mapped(thread->stream, CULPRIT_BLOCK_FOREIGN, 0, (uint64_t)at, length);
  }
  thread->busy--;
  return at;
}
static void unmapped(void* at) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room) return;
  culprit_occupy(thread);
  culprit_free(thread->stream, CULPRIT_MEMORY_MAPPED, 0, (uint64_t)at);
  thread->busy--;
}

WRAP(void*, mmap, (void* at, size_t length, int protection, int flags, int fd, off_t offset)) {
  return mapped(mmap(at, length, protection, flags, fd, offset), length, flags, 1);
}
WRAP(void*, mmap64, (void* at, size_t length, int protection, int flags, int fd, off_t offset)) {
  return mapped(mmap(at, length, protection, flags, fd, offset), length, flags, 1);
}
WRAP(int, munmap, (void* at, size_t length)) {
  unmapped(at);
  return munmap(at, length);
}
WRAP(void*, mremap, (void* at, size_t length, size_t new_length, int flags, ...)) {
  va_list rest;
  va_start(rest, flags);
  void* wanted = flags & MREMAP_FIXED ? va_arg(rest, void*) : NULL;
  va_end(rest);
  void* moved = flags & MREMAP_FIXED ? mremap(at, length, new_length, flags, wanted)
                                     : mremap(at, length, new_length, flags);
  if (moved != MAP_FAILED) unmapped(at);
  return mapped(moved, new_length, 0, 0);
}
