/* A stream as its thread sees it, and the two steps of writing a record: reserve and commit. */
#pragma once

#include <stdint.h>

#include "src/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct culprit_trace;

struct culprit_stream {
  struct culprit_segment_header* window; /* mapped; `committed` in it is the cursor */
  uint32_t room;                         /* payload bytes of a window; 0 when not recording */
  uint32_t depth;                        /* open calls */
  uint64_t frame;                        /* frame address of the innermost open call; 0 if none */
  uint64_t base[2];                      /* last written address, by bit 45 */
  uint64_t read_base[2];                 /* last read address, by bit 45 */
  uint64_t nodes;                        /* enters and iterations so far */
  /* The rest is the runtime's own. */
  struct culprit_trace* trace;
  struct culprit_stream* next;
  uint64_t sequence;
  uint64_t offset;
  uint32_t id;
  uint32_t in_use;
};

/* Rolls the window over if that makes room. NULL: not recording, or more than a segment holds. */
uint32_t* culprit_reserve_slow(struct culprit_stream* stream, uint64_t bytes);

static inline uint32_t* culprit_reserve(struct culprit_stream* stream, uint64_t bytes) {
  uint64_t at = __atomic_load_n(&stream->window->committed, __ATOMIC_RELAXED);
  if (__builtin_expect(at + bytes > stream->room, 0)) return culprit_reserve_slow(stream, bytes);
  return (uint32_t*)((char*)(stream->window + 1) + at);
}

/* `end` is just past the record's last byte. */
static inline void culprit_commit(struct culprit_stream* stream, const void* end) {
  uint64_t at = (uint64_t)((const char*)end - (const char*)(stream->window + 1));
  __atomic_store_n(&stream->window->committed, at, __ATOMIC_RELEASE);
}

#ifdef __cplusplus
}
#endif
