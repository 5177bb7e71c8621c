/* Reads of memory, but the hot ones (hot/reads.c). */
#include <string.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/heap.h"
#include "recorders/cxx/runtime/hot/hot.h"
#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/runtime/internal.h"

int culprit_reads;

enum {
  LONGEST_KEPT = 1 << 13, /* longer ones are logged each time */
  LONGEST_TRUSTED =
      1 << 20, /* of longer ones it is asked what is there: 1 to 10 us, little beside such a read */
};
/* Where the memory of programs ends. */
static const uint64_t all_memory = (uint64_t)1 << 47;

static inline int is_power(uint64_t length) {
  return length - 1 < 8 && !(length & (length - 1));
}

/* The slot and the key of some bytes; NULL if the table does not keep them. */
static inline struct culprit_seen* slot_of(struct culprit_thread* thread, uint64_t address, uint64_t length,
                                           uint64_t* key) {
  if (!thread->seen || address >> 47) return NULL;
  if (is_power(length)) {
    uint32_t size_log2 = (uint32_t)__builtin_ctzll(length);
    *key = culprit_key(address, size_log2);
    return culprit_slot(thread->seen, address, size_log2);
  }
  if (length >= LONGEST_KEPT) return NULL;
  *key = address << 2 | length << 49 | (uint64_t)1 << 63;
  return culprit_slot(thread->seen, address, 3);
}

void culprit_mark_written(struct culprit_thread* thread, uint64_t address, uint64_t length) {
  uint64_t key;
  struct culprit_seen* slot = slot_of(thread, address, length, &key);
  if (slot) culprit_mark(slot, key, thread->stream->nodes);
}

/* Whether others than recorded code write there: variables of the C++ library, also those that the linker has put into the program;
 * and frames of functions that are no nodes, in which objects come and go without a record. */
static int is_written_elsewhere(const struct culprit_thread* thread, uint64_t address) {
  uint64_t end, frame = thread->top[-1].frame;
  if (address - thread->stack_low < thread->stack_high - thread->stack_low) return address < frame;
  enum culprit_place place = culprit_static_at(address, &end);
  return place == CULPRIT_PLACE_CONSTANT ||
         (place == CULPRIT_PLACE_WRITABLE && !culprit_is_variable(address));
}

/* For the self-check: every read, those that the table leaves out too, with what was found there. */
static void log_value(struct culprit_thread* thread, uint64_t address, uint64_t length) {
  if (is_written_elsewhere(thread, address)) culprit_unlogged(thread->stream, address, (uint32_t)length);
  if (is_power(length)) { /* it has just been read */
    culprit_read_value(thread->stream, address, (const void*)address, length);
    return;
  }
  char buffer[4096];
  while (length) {
    size_t want = length < sizeof buffer ? length : sizeof buffer;
    size_t got = culprit_read_memory(buffer, address, want);
    culprit_read_value(thread->stream, address, buffer, got);
    if (got < want) return;
    address += got;
    length -= got;
  }
}

/* How much of it can be there. A length may be -1 in the program, and reach past the end of all memory; whoever uses it so crashes, or
 * reads nothing. Readers of the trace believe lengths. */
static uint64_t bounded(uint64_t address, uint64_t length) {
  size_t size = 0;
  if (address >= all_memory) return 0;
  if (length > all_memory - address) length = all_memory - address;
  if (length <= LONGEST_TRUSTED) return length;
  uint64_t block = culprit_heap_block_of(address, &size);
  return block && length <= block + size - address ? length : culprit_readable(address, length);
}

void culprit_log_read(struct culprit_thread* thread, uint64_t address, uint64_t length) {
  uint64_t key;
  if (!thread->seen || culprit_is_constant(address)) return;
  length = bounded(address, length);
  if (!length) return;
  if (culprit_checks && culprit_is_read_due()) log_value(thread, address, length);
  struct culprit_seen* slot = slot_of(thread, address, length, &key);
  if (slot && slot->key == key && slot->stamp >= thread->top[-1].start) return;
  if (is_power(length)) {
    culprit_read(thread->stream, address, (uint32_t)__builtin_ctzll(length));
  } else {
    culprit_read_anywhere(thread->stream, address, length);
  }
  if (slot) culprit_mark(slot, key, thread->stream->nodes);
}

CULPRIT_EXPORT void culprit_hot_read_slow(uint64_t address, uint32_t size_log2) {
  culprit_cxx_readn((const void*)address, (uint64_t)1 << size_log2);
}

CULPRIT_EXPORT void culprit_cxx_readn(const void* address, uint64_t length) {
  struct culprit_thread* thread = &culprit_thread;
  if (!length || !thread->seen || !thread->stream->room) return;
  culprit_occupy(thread);
  culprit_log_read(thread, (uint64_t)address, length);
  thread->busy--;
}

/* The self-check copies what is there, and nothing may be. */
CULPRIT_EXPORT void culprit_cxx_read_given(const void* address, uint64_t length) {
  uint64_t at = (uint64_t)address;
  if (at >= all_memory || length > all_memory - at) return;
  culprit_cxx_readn(address, culprit_checks ? culprit_readable(at, length) : length);
}

CULPRIT_EXPORT void culprit_cxx_read_errno(const void* address) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->seen || !thread->stream->room) return;
  if (culprit_checks) culprit_mark_unlogged(address, sizeof(int));
  culprit_occupy(thread);
  culprit_read_value(thread->stream, (uint64_t)address, address, sizeof(int));
  thread->busy--;
}
