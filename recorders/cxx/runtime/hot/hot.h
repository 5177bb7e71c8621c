/* The hot part of the runtime: what lies here is linked into every program and library that is recorded, since a call
 * into another image, far away, costs a nanosecond more than one within the image.
 *
 * What hot functions are made of: the window and its cursor are loaded once, and the commit uses what was loaded. A
 * function that uses these calls nothing between the two. A window is at most 16 MiB, so 32 bits are enough to compare. */
#pragma once

#include "recorders/cxx/runtime/runtime.h"

/* Hidden: every image calls its own. They lie in one section, so that a signal handler can tell where it interrupted. */
#define CULPRIT_HOT __attribute__((visibility("hidden"), hot, section("culprit_hot")))
#define CULPRIT_HOT_PART \
  __attribute__((hot, noinline, section("culprit_hot"))) /* the rest of a hot function */
#define HOT_PART static inline __attribute__((always_inline))

/* What the shared runtime does for them. */
void culprit_hot_register(struct culprit_cxx_module* module, const void* begin, const void* end);
void culprit_hot_enter_slow(struct culprit_cxx_function* function, uint64_t frame, const uint32_t* words,
                            uint32_t count);
void culprit_hot_leave_slow(uint64_t frame, uint32_t line, const uint32_t* words, uint32_t count);
void culprit_hot_loop_slow(struct culprit_cxx_function* loop, uint64_t frame, const uint32_t* words,
                           uint32_t count);
void culprit_hot_iteration_slow(struct culprit_cxx_function* loop, uint64_t frame, const uint32_t* words,
                                uint32_t count);
void culprit_hot_loop_end_slow(struct culprit_cxx_function* loop, uint64_t frame, uint32_t exit,
                               const uint32_t* words, uint32_t count);
void culprit_hot_write_slow(uint64_t address, uint64_t value, uint32_t size_log2, uint32_t line);
void culprit_hot_read_slow(uint64_t address, uint32_t size_log2);

#define HOT_WINDOW                                                       \
  struct culprit_segment_header* window = culprit_thread.stream->window; \
  uint64_t at = __atomic_load_n(&window->committed, __ATOMIC_RELAXED);
#define HOT_COMMIT(bytes) __atomic_store_n(&window->committed, at + (bytes), __ATOMIC_RELEASE)
/* The bytes were read, or written, and the record of it is committed (struct culprit_seen). */
HOT_PART struct culprit_seen* culprit_slot(struct culprit_seen* seen, uint64_t address, uint32_t size_log2) {
  return seen + (address >> size_log2 & (CULPRIT_SEEN - 1));
}
HOT_PART uint64_t culprit_key(uint64_t address, uint32_t size_log2) {
  return address << 2 | size_log2;
}
HOT_PART void culprit_mark(struct culprit_seen* slot, uint64_t key, uint64_t stamp) {
  __atomic_store_n(&slot->key, key, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&slot->stamp, stamp, __ATOMIC_RELAXED);
}
/* Word by word, lest the compiler call memcpy. */
#define HOT_COPY(to, from, count) \
  for (uint32_t i = 0; i < (count); i++) __atomic_store_n((to) + i, (from)[i], __ATOMIC_RELAXED);
/* The slow way out of a hot function; none in a program that is not recorded, whose hooks should cost next to nothing. */
#define HOT_OR(slow)                    \
  do {                                  \
    if (!culprit_process_trace) return; \
    slow;                               \
    return;                             \
  } while (0)
