/* The malloc family, taken over: what is allocated, freed and moved goes into the trace. C++'s new and delete, and what
 * libraries allocate, come through here too.
 *
 * The real work is glibc's. Nothing here allocates, and nothing opens a stream: malloc is called in places where little
 * else may be done (by the loader, while a thread begins or ends). */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/foreign.h"
#include "recorders/cxx/runtime/heap.h"
#include "recorders/cxx/runtime/runtime.h"

/* glibc has names of its own for the real ones, which need no search: malloc is called before anything can be found. */
#ifdef CULPRIT_STATIC
#define OWN(name) __wrap_##name
#define REAL(name) __real_##name
#else
#define OWN(name) name
#define REAL(name) __libc_##name
#endif
extern void* REAL(malloc)(size_t);
extern void* REAL(calloc)(size_t, size_t);
extern void* REAL(realloc)(void*, size_t);
extern void REAL(free)(void*);
extern void* REAL(memalign)(size_t, size_t);

static int is_recording(const struct culprit_thread* thread) {
  return thread->stream->room && !thread->busy;
}

/* Another thread may have freed it: what follows comes after that. */
static void allocated(void* block, size_t size) {
  struct culprit_thread* thread = &culprit_thread;
  if (!block || !is_recording(thread)) return;
  culprit_occupy(thread);
  culprit_heap_mark((uint64_t)block);
  if (culprit_care & CULPRIT_CARE_ORDER) culprit_sequence(thread->stream);
  culprit_allocate(thread->stream, CULPRIT_MEMORY_HEAP, 0, (uint64_t)block, size);
  if (thread->foreign_depth) culprit_foreign_allocated(thread, (uint64_t)block, size);
  thread->busy--;
}

/* Precondition: unmarked, but not yet given back; once it is, another thread may have it. */
static void log_freed(void* block) {
  struct culprit_thread* thread = &culprit_thread;
  if (!is_recording(thread)) return;
  culprit_occupy(thread);
  culprit_free(thread->stream, CULPRIT_MEMORY_HEAP, 0, (uint64_t)block);
  if (culprit_care & CULPRIT_CARE_ORDER) culprit_sequence(thread->stream);
  thread->busy--;
}

CULPRIT_EXPORT void* OWN(malloc)(size_t size) {
  void* block = REAL(malloc)(size);
  allocated(block, size);
  return block;
}

CULPRIT_EXPORT void* OWN(calloc)(size_t count, size_t size) {
  void* block = REAL(calloc)(count, size);
  allocated(block, count * size);
  if (block && is_recording(&culprit_thread)) culprit_cxx_fill(block, 0, count * size, culprit_told_line());
  return block;
}

CULPRIT_EXPORT void OWN(free)(void* block) {
  if (block && culprit_heap_unmark((uint64_t)block)) log_freed(block);
  REAL(free)(block);
}

/* Even a block that stays where it is has another size then, and is a new one to the reader. */
CULPRIT_EXPORT void* OWN(realloc)(void* block, size_t size) {
  int is_known = block && culprit_heap_is_block((uint64_t)block);
  size_t old = is_known ? culprit_heap_size((uint64_t)block) : 0;
  if (old && is_recording(&culprit_thread)) culprit_cxx_readn(block, old < size ? old : size);
  if (is_known && culprit_heap_unmark((uint64_t)block)) log_freed(block);
  void* moved = REAL(realloc)(block, size);
  int is_freed = !moved && size == 0;
  void* now = moved ? moved : is_known && !is_freed ? block : NULL; /* it failed: the block is still there */
  size_t new_size = moved ? size : old;
  allocated(now, new_size);
  if (now && old && is_recording(&culprit_thread))
    culprit_cxx_block(now, old < new_size ? old : new_size, culprit_told_line());
  return moved;
}

CULPRIT_EXPORT void* OWN(reallocarray)(void* block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return OWN(realloc)(block, bytes);
}

CULPRIT_EXPORT void* OWN(memalign)(size_t alignment, size_t size) {
  void* block = REAL(memalign)(alignment, size);
  allocated(block, size);
  return block;
}
CULPRIT_EXPORT void* OWN(aligned_alloc)(size_t alignment, size_t size) {
  return OWN(memalign)(alignment, size);
}
CULPRIT_EXPORT int OWN(posix_memalign)(void** to, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  int saved = errno;
  void* block = OWN(memalign)(alignment, size);
  errno = saved;
  if (!block) return ENOMEM;
  *to = block;
  return 0;
}
CULPRIT_EXPORT void* OWN(valloc)(size_t size) {
  return OWN(memalign)(4096, size);
}
CULPRIT_EXPORT void* OWN(pvalloc)(size_t size) {
  return OWN(memalign)(4096, (size + 4095) & ~(size_t)4095);
}
