/* The hooks at a function's beginning and end.
 *
 * They take the common case only: the stream has room, the function is defined, its frame lies a little below that of
 * the innermost call, one thread. Everything else goes to the runtime, before anything has changed. */
#include "recorders/cxx/runtime/hot/hot.h"

/* A barrier for the compiler: it would load everything first, and save registers for that. */
#define IN_THIS_ORDER __asm__ volatile("" ::: "memory")

/* A process that is not recorded stores the lines of its calls all the same: each thread in memory of its own. */
CULPRIT_HOT_PART static void enter_unrecorded(void) {
  if (!culprit_thread.bottom) culprit_thread.top = &culprit_thread.unrecorded + 1;
}
/* As HOT_OR. */
#define ENTER_OR(slow)                                     \
  do {                                                     \
    if (!culprit_process_trace) return enter_unrecorded(); \
    slow;                                                  \
    return;                                                \
  } while (0)

/* One or two words that stand in the head of a short record. */
HOT_PART int is_small(int64_t value) {
  return (uint64_t)value + (1u << (CULPRIT_SMALL_BITS - 1)) < 1u << CULPRIT_SMALL_BITS;
}
HOT_PART int is_small_word(uint32_t word) {
  return word + (1u << (CULPRIT_SMALL_BITS - 1)) < 1u << CULPRIT_SMALL_BITS;
}
HOT_PART uint32_t small_bits(uint64_t value) {
  return (uint32_t)value + (1u << (CULPRIT_SMALL_BITS - 1));
}

/* The call as it will stand on the shadow stack, where it counts only once `top` has moved; gives how far its frame lies
 * below the caller's, in units, or 0 for the slow way, which `limit` asks for, too. Its tests are branches, which are predicted. */
HOT_PART uint32_t enter_shadow(const struct culprit_cxx_function* function, uint32_t id, uint64_t frame,
                               uint32_t last_id, uint32_t last_units, int with_line) {
  struct culprit_open* top = culprit_thread.top;
  if (CULPRIT_UNLIKELY(top >= culprit_thread.limit)) return 0;
  uint64_t below = top[-1].frame - frame;
  /* Rotated by 4 bits, a distance that is no multiple of 16 becomes a huge number of units; 0 wraps around. */
  uint64_t units = below >> 4 | below << 60;
  if (CULPRIT_UNLIKELY(units - 1 >= last_units) || CULPRIT_UNLIKELY(id - 1 >= last_id)) return 0;
  if (!with_line && CULPRIT_UNLIKELY(culprit_line_of(top - 1))) return 0;
  top->frame = frame;
  top->site = (uint64_t)function;
  IN_THIS_ORDER;
  return (uint32_t)units;
}

/* Where the record goes, if the window has room for it. */
#define ENTER_RECORD(words, slow)                                                      \
  struct culprit_stream* stream = culprit_thread.stream;                               \
  struct culprit_segment_header* window = stream->window;                              \
  uint64_t at = __atomic_load_n(&window->committed, __ATOMIC_RELAXED);                 \
  if (CULPRIT_UNLIKELY((uint32_t)at + 4 + 4 * (words) > stream->room)) ENTER_OR(slow); \
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);
/* The record is complete, and the call is open. */
#define ENTER_COMMIT(bytes)                    \
  HOT_COMMIT(bytes);                           \
  culprit_thread.top->start = ++stream->nodes; \
  culprit_thread.top++;

/* The caller has told its line: a record of it goes before the enter, and both are committed at once. */
CULPRIT_HOT_PART static void enter_with_line(struct culprit_cxx_function* function, uint64_t frame,
                                             const uint32_t* words, uint32_t count) {
  uint32_t line = culprit_line_of(culprit_thread.top - 1);
  uint32_t id = __atomic_load_n(&function->id, __ATOMIC_RELAXED);
  uint32_t units = enter_shadow(function, id, frame, CULPRIT_SHORT_FUNCTION, CULPRIT_SHORT_FRAME, 1);
  if (CULPRIT_UNLIKELY(!line || !units || count > CULPRIT_ENTER_WORDS))
    return culprit_hot_enter_slow(function, frame, words, count);
  ENTER_RECORD(2 + count, culprit_hot_enter_slow(function, frame, words, count))
  record[0] = (uint32_t)CULPRIT_EVENT_EXTENDED << 28 | CULPRIT_EXTENDED_CALL_LINE << 20 | 1;
  record[1] = line;
  uint32_t small = culprit_small(words, count);
  if (small != UINT32_MAX && id <= CULPRIT_SMALL_FUNCTION && units <= CULPRIT_SMALL_FRAME) {
    record[2] = (uint32_t)CULPRIT_EVENT_ENTER_SMALL << 28 | (count - 1) << 27 | units << 21 |
                id << CULPRIT_SMALL_BITS | small;
    count = 0;
  } else {
    record[2] = (uint32_t)CULPRIT_EVENT_ENTER << 28 | count << 24 | units << 16 | id;
    HOT_COPY(record + 3, words, count)
  }
  ENTER_COMMIT(12 + 4 * count)
}

/* With the values in the head, or the longer way. */
#define ENTER_SMALL(words, value, longer)                                                          \
  uint32_t id = __atomic_load_n(&function->id, __ATOMIC_RELAXED);                                  \
  uint32_t units =                                                                                 \
      enter_shadow(function, id, (uint64_t)frame, CULPRIT_SMALL_FUNCTION, CULPRIT_SMALL_FRAME, 0); \
  if (CULPRIT_UNLIKELY(!units)) ENTER_OR(longer);                                                  \
  uint32_t head = (uint32_t)CULPRIT_EVENT_ENTER_SMALL << 28 | ((words) - 1u) << 27 | units << 21 | \
                  id << CULPRIT_SMALL_BITS | small_bits(value);                                    \
  ENTER_RECORD(0, longer)                                                                          \
  record[0] = head;                                                                                \
  ENTER_COMMIT(4)

#define ENTER_WORDS(words, slow)                                                                   \
  uint32_t id = __atomic_load_n(&function->id, __ATOMIC_RELAXED);                                  \
  uint32_t units =                                                                                 \
      enter_shadow(function, id, (uint64_t)frame, CULPRIT_SHORT_FUNCTION, CULPRIT_SHORT_FRAME, 0); \
  if (CULPRIT_UNLIKELY(!units)) ENTER_OR(slow);                                                    \
  uint32_t head = (uint32_t)CULPRIT_EVENT_ENTER << 28 | (words) << 24 | units << 16 | id;          \
  ENTER_RECORD(words, slow)                                                                        \
  record[0] = head;

CULPRIT_HOT void culprit_cxx_enter0(struct culprit_cxx_function* function, const void* frame){
    ENTER_WORDS(0u, enter_with_line(function, (uint64_t)frame, NULL, 0)) ENTER_COMMIT(4)}

CULPRIT_SLOW static void enter1_slow(struct culprit_cxx_function* function, uint64_t frame, uint32_t word) {
  enter_with_line(function, frame, &word, 1);
}
CULPRIT_HOT_PART static void enter1_words(struct culprit_cxx_function* function, const void* frame,
                                          uint32_t word) {
  ENTER_WORDS(1u, enter1_slow(function, (uint64_t)frame, word))
  record[1] = word;
  ENTER_COMMIT(8)
}
CULPRIT_HOT void culprit_cxx_enter1(struct culprit_cxx_function* function, const void* frame, uint32_t word) {
  if (CULPRIT_UNLIKELY(!is_small_word(word))) return enter1_words(function, frame, word);
  ENTER_SMALL(1, word, enter1_words(function, frame, word))
}

CULPRIT_SLOW static void enter2_slow(struct culprit_cxx_function* function, uint64_t frame, uint64_t words) {
  enter_with_line(function, frame, (const uint32_t*)&words, 2);
}
CULPRIT_HOT_PART static void enter2_words(struct culprit_cxx_function* function, const void* frame,
                                          uint64_t words) {
  ENTER_WORDS(2u, enter2_slow(function, (uint64_t)frame, words))
  __builtin_memcpy(record + 1, &words, 8);
  ENTER_COMMIT(12)
}
CULPRIT_HOT void culprit_cxx_enter2(struct culprit_cxx_function* function, const void* frame,
                                    uint64_t words) {
  if (!is_small((int64_t)words)) return enter2_words(function, frame, words);
  ENTER_SMALL(2, words, enter2_words(function, frame, words))
}

CULPRIT_HOT void culprit_cxx_enter(struct culprit_cxx_function* function, const void* frame,
                                   const uint32_t* words, uint32_t count) {
  if (CULPRIT_UNLIKELY(count > CULPRIT_ENTER_WORDS))
    ENTER_OR(enter_with_line(function, (uint64_t)frame, words, count));
  ENTER_WORDS(count, enter_with_line(function, (uint64_t)frame, words, count))
  HOT_COPY(record + 1, words, count)
  ENTER_COMMIT(4 + 4 * count)
}

/* The call is the innermost one, has no loop open, and there is room. The line fits: the pass sees to that. */
#define LEAVE_WINDOW(words, slow)                                                                  \
  HOT_WINDOW                                                                                       \
  struct culprit_open* top = culprit_thread.top - 1;                                               \
  if (CULPRIT_UNLIKELY((uint32_t)at + 4 + 4 * (words) > culprit_thread.stream->room) ||            \
      CULPRIT_UNLIKELY(top->frame != (uint64_t)frame) || CULPRIT_UNLIKELY(culprit_is_loop(top)) || \
      CULPRIT_UNLIKELY(culprit_thread.care & CULPRIT_CARE_STREAMS))                                \
    HOT_OR(slow);                                                                                  \
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);                                        \
  uint32_t head = (uint32_t)CULPRIT_EVENT_LEAVE << 28 | line << 12;

#define LEAVE_COMMIT(bytes) \
  HOT_COMMIT(bytes);        \
  culprit_thread.top = top;

#define LEAVE_IF_SMALL(words, is_so, value)                              \
  if (CULPRIT_LIKELY(is_so)) {                                           \
    record[0] = head | small_bits(value) << 2 | ((words) - 1u) << 1 | 1; \
    LEAVE_COMMIT(4)                                                      \
    return;                                                              \
  }

CULPRIT_HOT void culprit_cxx_leave0(const void* frame, uint32_t line) {
  LEAVE_WINDOW(0, culprit_hot_leave_slow((uint64_t)frame, line, NULL, 0))
  record[0] = head;
  LEAVE_COMMIT(4)
}

CULPRIT_SLOW static void leave1_slow(uint64_t frame, uint32_t line, uint32_t word) {
  culprit_hot_leave_slow(frame, line, &word, 1);
}
CULPRIT_HOT void culprit_cxx_leave1(const void* frame, uint32_t line, uint32_t word) {
  LEAVE_WINDOW(1, leave1_slow((uint64_t)frame, line, word))
  LEAVE_IF_SMALL(1, is_small_word(word), word)
  record[0] = head | 1u << 24;
  record[1] = word;
  LEAVE_COMMIT(8)
}

CULPRIT_SLOW static void leave2_slow(uint64_t frame, uint32_t line, uint64_t words) {
  culprit_hot_leave_slow(frame, line, (const uint32_t*)&words, 2);
}
CULPRIT_HOT void culprit_cxx_leave2(const void* frame, uint32_t line, uint64_t words) {
  LEAVE_WINDOW(2, leave2_slow((uint64_t)frame, line, words))
  LEAVE_IF_SMALL(2, is_small((int64_t)words), words)
  record[0] = head | 2u << 24;
  __builtin_memcpy(record + 1, &words, 8);
  LEAVE_COMMIT(12)
}
