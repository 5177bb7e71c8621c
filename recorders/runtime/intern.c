/* Equal strings get one id: an open-addressing table, at most half full. */
#include <string.h>
#include <sys/mman.h>

#include "recorders/runtime/internal.h"

static uint64_t hash_of(const char* bytes, size_t length) {
  uint64_t hash = length;
  for (; length >= 8; length -= 8, bytes += 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    hash = culprit_fold(hash, word);
  }
  uint64_t rest = 0;
  memcpy(&rest, bytes, length);
  return culprit_fold(culprit_fold(hash, rest), 0);
}

/* The row of the string, or the free one where it belongs. Precondition: there is a free one. */
static struct culprit_interned* find(struct culprit_interned* rows, size_t slots, uint64_t hash,
                                     const char* bytes, size_t length) {
  size_t i = hash & (slots - 1);
  while (rows[i].bytes &&
         (rows[i].hash != hash || rows[i].length != length || memcmp(rows[i].bytes, bytes, length) != 0))
    i = (i + 1) & (slots - 1);
  return &rows[i];
}

static void* pages(size_t bytes) {
  void* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

/* A copy of the bytes; NULL if memory is short. Precondition: locked. */
static char* keep(struct culprit_trace* trace, const char* bytes, size_t length) {
  struct culprit_chunk* chunk = trace->chunks;
  if (!chunk || chunk->size - chunk->used < length + 1) {
    size_t size = (sizeof *chunk + length + 1 + 65535) & ~(size_t)65535;
    chunk = (struct culprit_chunk*)pages(size);
    if (!chunk) return NULL;
    *chunk = (struct culprit_chunk){trace->chunks, size, sizeof *chunk};
    trace->chunks = chunk;
  }
  char* copy = (char*)chunk + chunk->used;
  memcpy(copy, bytes, length);
  chunk->used += length + 1;
  return copy;
}

static int grow(struct culprit_trace* trace) {
  size_t slots = trace->interned_slots ? trace->interned_slots * 2 : 256;
  struct culprit_interned* rows = (struct culprit_interned*)pages(slots * sizeof *rows);
  if (!rows) return 0;
  for (size_t i = 0; i < trace->interned_slots; i++) {
    struct culprit_interned* old = &trace->interned[i];
    if (old->bytes) *find(rows, slots, old->hash, old->bytes, old->length) = *old;
  }
  if (trace->interned) munmap(trace->interned, trace->interned_slots * sizeof *rows);
  trace->interned = rows;
  trace->interned_slots = slots;
  return 1;
}

/* The string's id if it is known; otherwise its row in `*row`, or NULL if memory is short. Precondition:
 * locked. */
static uint32_t look_up(struct culprit_trace* trace, uint64_t hash, const char* bytes, size_t length,
                        struct culprit_interned** row) {
  *row = NULL;
  if (trace->interned_used * 2 >= trace->interned_slots && !grow(trace)) return 0;
  *row = find(trace->interned, trace->interned_slots, hash, bytes, length);
  return (*row)->bytes ? (*row)->id : 0;
}

uint32_t culprit_intern(struct culprit_trace* trace, const char* bytes, size_t length) {
  if (!culprit_trace_is_recording(trace)) return 0;
  uint64_t hash = hash_of(bytes, length);
  struct culprit_interned* row;
  pthread_mutex_lock(&trace->lock);
  uint32_t id = culprit_trace_is_recording(trace) ? look_up(trace, hash, bytes, length, &row) : 0;
  pthread_mutex_unlock(&trace->lock);
  if (id) return id;
  /* Two threads may define the same string at once: two ids then mean the same, which is allowed. */
  id = culprit_define_string(trace, bytes, length);
  if (!id) return 0;
  pthread_mutex_lock(&trace->lock);
  row = NULL;
  if (culprit_trace_is_recording(trace)) look_up(trace, hash, bytes, length, &row);
  char* copy = row && !row->bytes ? keep(trace, bytes, length) : NULL;
  if (copy) {
    *row = (struct culprit_interned){hash, copy, length, id};
    trace->interned_used++;
  }
  pthread_mutex_unlock(&trace->lock);
  return id;
}

void culprit_interned_free(struct culprit_trace* trace) {
  for (struct culprit_chunk *chunk = trace->chunks, *next; chunk; chunk = next) {
    next = chunk->next;
    munmap(chunk, chunk->size);
  }
  if (trace->interned) munmap(trace->interned, trace->interned_slots * sizeof *trace->interned);
  trace->chunks = NULL;
  trace->interned = NULL;
  trace->interned_slots = trace->interned_used = 0;
}
