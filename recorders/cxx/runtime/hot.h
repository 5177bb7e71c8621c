/* What hot functions are made of: the window and its cursor are loaded once, and the commit uses what was loaded. A
 * function that uses these calls nothing between the two. A window is at most 16 MiB, so 32 bits are enough to compare. */
#pragma once

#define HOT_WINDOW                                                       \
  struct culprit_segment_header* window = culprit_thread.stream->window; \
  uint64_t at = __atomic_load_n(&window->committed, __ATOMIC_RELAXED);
#define HOT_COMMIT(bytes) __atomic_store_n(&window->committed, at + (bytes), __ATOMIC_RELEASE)
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
