/* The hot path of the trace writer: calls, iterations and small writes, inline. The rest is in
 * culprit_runtime.h.
 *
 * A stream belongs to one thread (or one signal handler); nothing here locks, allocates or calls the system,
 * unless a window is full. Writing a record is: reserve its bytes, fill them, commit. Only the commit makes
 * them part of the trace, so a process that dies in between leaves no half record. Between reserve and commit
 * the same stream must not be used for anything else: a signal handler that records needs a stream of its
 * own.
 *
 * A stream that does not record (opening failed, the disk is full, the trace was closed) has no room: reserve
 * gives NULL, and every function here becomes a cheap no-op. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "recorders/runtime/culprit_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

void culprit_write_anywhere(struct culprit_stream* stream, uint64_t address, uint64_t value,
                            uint32_t size_log2, uint32_t line);
/* A read in whatever form fits it. */
void culprit_read_anywhere(struct culprit_stream* stream, uint64_t address, uint64_t length);

/* Begins an enter: gives where the argument words go (fill them, then commit past them), or NULL. The caller
 * keeps stream->frame from before, and gives it back when the call is left. Languages without frames pass 0.
 * Precondition, here and below: words <= CULPRIT_MAX_WORDS. */
static inline uint32_t* culprit_enter_begin(struct culprit_stream* stream, uint32_t function, uint64_t frame,
                                            uint32_t words) {
  uint64_t below = stream->frame - frame;
  int is_short = function <= CULPRIT_SHORT_FUNCTION && words <= CULPRIT_ENTER_WORDS &&
                 below <= CULPRIT_SHORT_FRAME * 16u && (below & 15) == 0;
  uint32_t* record = culprit_reserve(stream, (is_short ? 4u : 16u) + 4 * (uint64_t)words);
  if (!record) return record;
  stream->depth++;
  stream->nodes++;
  stream->frame = frame;
  if (is_short) {
    record[0] = (uint32_t)CULPRIT_EVENT_ENTER << 28 | words << 24 | (uint32_t)(below >> 4) << 16 | function;
    return record + 1;
  }
  record[0] = (uint32_t)CULPRIT_EVENT_ENTER_LONG << 28 | words;
  record[1] = function;
  __builtin_memcpy(record + 2, &frame, 8);
  return record + 4;
}

/* Begins a leave of the innermost call; `frame` is stream->frame from before its enter. As
 * culprit_enter_begin. */
static inline uint32_t* culprit_leave_begin(struct culprit_stream* stream, uint64_t frame, uint32_t line,
                                            uint32_t words) {
  int is_short = words <= CULPRIT_LEAVE_WORDS;
  uint32_t* record = culprit_reserve(stream, (is_short ? 4u : 8u) + 4 * (uint64_t)words);
  if (!record) return record;
  stream->depth -= stream->depth != 0;
  stream->frame = frame;
  if (line > 0xfff) line = 0;
  record[0] = (uint32_t)CULPRIT_EVENT_LEAVE << 28 | (is_short ? words : 15u) << 24 | line << 12;
  if (is_short) return record + 1;
  record[1] = words;
  return record + 2;
}

/* Begins a LOOP_BEGIN, an ITERATION or a LOOP_END (`kind`); `loop` is at most CULPRIT_MAX_FUNCTION. As
 * culprit_enter_begin. */
static inline uint32_t* culprit_loop_begin(struct culprit_stream* stream, enum culprit_event kind,
                                           uint32_t loop, uint32_t words) {
  int is_short = words <= CULPRIT_LOOP_WORDS;
  uint32_t* record = culprit_reserve(stream, (is_short ? 4u : 8u) + 4 * (uint64_t)words);
  if (!record) return record;
  stream->nodes += kind == CULPRIT_EVENT_ITERATION;
  record[0] = (uint32_t)kind << 28 | (is_short ? words : 63u) << 22 | (loop & CULPRIT_MAX_FUNCTION);
  if (is_short) return record + 1;
  record[1] = words;
  return record + 2;
}

/* The same in one step, for values that already lie back to back. Values past CULPRIT_MAX_WORDS are left out,
 * so that the record itself is never lost. */
static inline uint32_t culprit_fitting(uint32_t words) {
  return words <= CULPRIT_MAX_WORDS ? words : 0;
}
static inline void culprit_values(struct culprit_stream* stream, uint32_t* at, const void* values,
                                  uint32_t words) {
  if (!at) return;
  if (words) __builtin_memcpy(at, values, 4 * (uint64_t)words);
  culprit_commit(stream, at + words);
}
/* Small values stand in the record's head: gives their 10 bits, or UINT32_MAX if they are not small. */
static inline uint32_t culprit_small(const void* values, uint32_t words) {
  int64_t value;
  if (words == 1) {
    int32_t word;
    __builtin_memcpy(&word, values, 4);
    value = word;
  } else if (words == 2) {
    __builtin_memcpy(&value, values, 8);
  } else {
    return UINT32_MAX;
  }
  uint64_t number = (uint64_t)value + (1u << (CULPRIT_SMALL_BITS - 1));
  return number < 1u << CULPRIT_SMALL_BITS ? (uint32_t)number : UINT32_MAX;
}
static inline void culprit_enter(struct culprit_stream* stream, uint32_t function, uint64_t frame,
                                 const void* arguments, uint32_t words) {
  uint32_t small = culprit_small(arguments, words);
  uint64_t below = stream->frame - frame;
  if (small != UINT32_MAX && function - 1 < CULPRIT_SMALL_FUNCTION && below <= CULPRIT_SMALL_FRAME * 16u &&
      (below & 15) == 0) {
    uint32_t* record = culprit_reserve(stream, 4);
    if (!record) return;
    stream->depth++;
    stream->nodes++;
    stream->frame = frame;
    record[0] = (uint32_t)CULPRIT_EVENT_ENTER_SMALL << 28 | (words - 1) << 27 | (uint32_t)(below >> 4) << 21 |
                function << CULPRIT_SMALL_BITS | small;
    culprit_commit(stream, record + 1);
    return;
  }
  words = culprit_fitting(words);
  culprit_values(stream, culprit_enter_begin(stream, function, frame, words), arguments, words);
}
static inline void culprit_leave(struct culprit_stream* stream, uint64_t frame, uint32_t line,
                                 const void* result, uint32_t words) {
  uint32_t small = culprit_small(result, words);
  if (small != UINT32_MAX) {
    uint32_t* at = culprit_leave_begin(stream, frame, line, 0);
    if (at) at[-1] |= small << 2 | (words - 1) << 1 | 1;
    culprit_values(stream, at, NULL, 0);
    return;
  }
  words = culprit_fitting(words);
  culprit_values(stream, culprit_leave_begin(stream, frame, line, words), result, words);
}
/* `variables` are the fixed ones here, the others in the two below. */
static inline void culprit_loop(struct culprit_stream* stream, uint32_t loop, const void* variables,
                                uint32_t words) {
  words = culprit_fitting(words);
  culprit_values(stream, culprit_loop_begin(stream, CULPRIT_EVENT_LOOP_BEGIN, loop, words), variables, words);
}
static inline void culprit_iteration(struct culprit_stream* stream, uint32_t loop, const void* variables,
                                     uint32_t words) {
  words = culprit_fitting(words);
  culprit_values(stream, culprit_loop_begin(stream, CULPRIT_EVENT_ITERATION, loop, words), variables, words);
}
static inline void culprit_loop_end(struct culprit_stream* stream, uint32_t loop, const void* variables,
                                    uint32_t words) {
  words = culprit_fitting(words);
  culprit_values(stream, culprit_loop_begin(stream, CULPRIT_EVENT_LOOP_END, loop, words), variables, words);
}

/* A write of 1 << size_log2 bytes (at most 8), the value in the low bytes of `value`. `line` is relative
 * (format.h); one past 2047 is dropped: say it with culprit_line first. */
static inline void culprit_write(struct culprit_stream* stream, uint64_t address, uint64_t value,
                                 uint32_t size_log2, uint32_t line) {
  uint32_t base = (uint32_t)(address >> 45) & 1;
  uint64_t delta = address - stream->base[base];
  /* 12 bytes are asked for whatever the size, so that a window which rolls over forgets its bases before they
   * count. */
  uint64_t at = __atomic_load_n(&stream->window->committed, __ATOMIC_RELAXED);
  if (__builtin_expect(delta + 0x10000 >= 0x20000 || line > 0xff || at + 12 > stream->room || address >> 47,
                       0)) {
    culprit_write_anywhere(stream, address, value, size_log2, line);
    return;
  }
  uint32_t* record = (uint32_t*)((char*)(stream->window + 1) + at);
  record[0] = (uint32_t)CULPRIT_EVENT_WRITE << 28 | size_log2 << 26 | base << 25 | line << 17 |
              (uint32_t)(delta & 0x1ffff);
  stream->base[base] = address;
  if (size_log2 == 3) {
    __builtin_memcpy(record + 1, &value, 8);
    culprit_commit(stream, record + 3);
  } else {
    record[1] = (uint32_t)value;
    culprit_commit(stream, record + 2);
  }
}
static inline void culprit_write1(struct culprit_stream* stream, uint64_t address, uint8_t value,
                                  uint32_t line) {
  culprit_write(stream, address, value, 0, line);
}
static inline void culprit_write2(struct culprit_stream* stream, uint64_t address, uint16_t value,
                                  uint32_t line) {
  culprit_write(stream, address, value, 1, line);
}
static inline void culprit_write4(struct culprit_stream* stream, uint64_t address, uint32_t value,
                                  uint32_t line) {
  culprit_write(stream, address, value, 2, line);
}
static inline void culprit_write8(struct culprit_stream* stream, uint64_t address, uint64_t value,
                                  uint32_t line) {
  culprit_write(stream, address, value, 3, line);
}

static inline void culprit_read(struct culprit_stream* stream, uint64_t address, uint32_t size_log2) {
  uint32_t base = (uint32_t)(address >> 45) & 1;
  uint64_t delta = address - stream->read_base[base];
  /* 12 bytes are asked for, as for a write. */
  uint64_t at = __atomic_load_n(&stream->window->committed, __ATOMIC_RELAXED);
  if (__builtin_expect(delta + 0x800000 >= 0x1000000 || at + 12 > stream->room || address >> 47, 0)) {
    culprit_read_anywhere(stream, address, (uint64_t)1 << size_log2);
    return;
  }
  uint32_t* record = (uint32_t*)((char*)(stream->window + 1) + at);
  record[0] = (uint32_t)CULPRIT_READ << 27 | size_log2 << 25 | base << 24 | (uint32_t)(delta & 0xffffff);
  stream->read_base[base] = address;
  culprit_commit(stream, record + 1);
}

#ifdef __cplusplus
}
#endif
