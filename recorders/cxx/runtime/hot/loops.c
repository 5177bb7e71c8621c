/* The hooks where a loop begins, at each pass, and where it ends. */
#include "recorders/cxx/runtime/hot/hot.h"

CULPRIT_HOT void culprit_cxx_loop(struct culprit_cxx_function* loop, const void* frame, const uint32_t* words,
                                  uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  struct culprit_stream* stream = thread->stream;
  struct culprit_open* top = thread->top;
  uint32_t id = __atomic_load_n(&loop->id, __ATOMIC_RELAXED);
  HOT_WINDOW
  if (CULPRIT_UNLIKELY(top[-1].frame != (uint64_t)frame) ||
      CULPRIT_UNLIKELY(id - 1 >= CULPRIT_MAX_FUNCTION) || CULPRIT_UNLIKELY(count > CULPRIT_LOOP_WORDS) ||
      CULPRIT_UNLIKELY((uint32_t)at + 4 + 4 * count > stream->room) || CULPRIT_UNLIKELY(top == thread->end))
    return culprit_hot_loop_slow(loop, (uint64_t)frame, words, count);
  top->frame = (uint64_t)frame;
  top->site = (uint64_t)loop + 1;
  top->start = stream->nodes + 1;
  thread->top = top + 1;
  thread->loops++;
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);
  record[0] = (uint32_t)CULPRIT_EVENT_LOOP_BEGIN << 28 | count << 22 | id;
  HOT_COPY(record + 1, words, count)
  HOT_COMMIT(4 + 4 * count);
}

HOT_PART uint32_t* iteration_hot(struct culprit_segment_header* window, uint64_t at,
                                 const struct culprit_cxx_function* loop, uint64_t frame, uint32_t words) {
  struct culprit_stream* stream = culprit_thread.stream;
  uint32_t id = __atomic_load_n(&loop->id, __ATOMIC_RELAXED);
  if (CULPRIT_UNLIKELY(culprit_thread.top[-1].frame != frame) ||
      CULPRIT_UNLIKELY(id - 1 >= CULPRIT_MAX_FUNCTION) ||
      CULPRIT_UNLIKELY((uint32_t)at + 4 + 4 * words > stream->room) ||
      CULPRIT_UNLIKELY(culprit_thread.care & CULPRIT_CARE_STREAMS))
    return NULL;
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);
  record[0] = (uint32_t)CULPRIT_EVENT_ITERATION << 28 | words << 22 | id;
  stream->nodes++;
  return record + 1;
}

CULPRIT_HOT void culprit_cxx_iteration0(struct culprit_cxx_function* loop, const void* frame) {
  HOT_WINDOW
  if (!iteration_hot(window, at, loop, (uint64_t)frame, 0))
    HOT_OR(culprit_hot_iteration_slow(loop, (uint64_t)frame, NULL, 0));
  HOT_COMMIT(4);
}

CULPRIT_SLOW static void iteration1_slow(struct culprit_cxx_function* loop, uint64_t frame, uint32_t word) {
  culprit_hot_iteration_slow(loop, frame, &word, 1);
}
CULPRIT_HOT void culprit_cxx_iteration1(struct culprit_cxx_function* loop, const void* frame, uint32_t word) {
  HOT_WINDOW
  uint32_t* to = iteration_hot(window, at, loop, (uint64_t)frame, 1);
  if (!to) HOT_OR(iteration1_slow(loop, (uint64_t)frame, word));
  to[0] = word;
  HOT_COMMIT(8);
}

CULPRIT_SLOW static void iteration2_slow(struct culprit_cxx_function* loop, uint64_t frame, uint64_t words) {
  culprit_hot_iteration_slow(loop, frame, (const uint32_t*)&words, 2);
}
CULPRIT_HOT void culprit_cxx_iteration2(struct culprit_cxx_function* loop, const void* frame,
                                        uint64_t words) {
  HOT_WINDOW
  uint32_t* to = iteration_hot(window, at, loop, (uint64_t)frame, 2);
  if (!to) HOT_OR(iteration2_slow(loop, (uint64_t)frame, words));
  __builtin_memcpy(to, &words, 8);
  HOT_COMMIT(12);
}

CULPRIT_HOT void culprit_cxx_iteration(struct culprit_cxx_function* loop, const void* frame,
                                       const uint32_t* words, uint32_t count) {
  HOT_WINDOW
  uint32_t* to = count <= CULPRIT_LOOP_WORDS ? iteration_hot(window, at, loop, (uint64_t)frame, count) : NULL;
  if (!to) HOT_OR(culprit_hot_iteration_slow(loop, (uint64_t)frame, words, count));
  HOT_COPY(to, words, count)
  HOT_COMMIT(4 + 4 * count);
}

/* `exit`: 0 if the condition no longer held. */
HOT_PART void end_hot(struct culprit_cxx_function* loop, uint64_t frame, uint32_t exit, const uint32_t* words,
                      uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  struct culprit_stream* stream = thread->stream;
  struct culprit_open* top = thread->top - 1;
  uint32_t id = __atomic_load_n(&loop->id, __ATOMIC_RELAXED);
  uint32_t before = exit ? 2 : 0; /* words */
  HOT_WINDOW
  if (CULPRIT_UNLIKELY(count > CULPRIT_LOOP_WORDS) ||
      CULPRIT_UNLIKELY((uint32_t)at + 4 * (before + 1 + count) > stream->room) ||
      CULPRIT_UNLIKELY(top->frame != frame) || CULPRIT_UNLIKELY(id - 1 >= CULPRIT_MAX_FUNCTION) ||
      CULPRIT_UNLIKELY((top->site ^ ((uint64_t)loop + 1)) << 16) ||
      CULPRIT_UNLIKELY(thread->care & CULPRIT_CARE_STREAMS))
    return culprit_hot_loop_end_slow(loop, frame, exit, words, count);
  thread->top = top;
  thread->loops--;
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);
  if (exit) {
    record[0] = (uint32_t)CULPRIT_EVENT_EXTENDED << 28 | CULPRIT_EXTENDED_LOOP_EXIT << 20 | 1;
    record[1] = exit;
  }
  record[before] = (uint32_t)CULPRIT_EVENT_LOOP_END << 28 | count << 22 | id;
  HOT_COPY(record + before + 1, words, count)
  HOT_COMMIT(4 * (before + 1 + count));
}

CULPRIT_HOT void culprit_cxx_loop_end(struct culprit_cxx_function* loop, const void* frame,
                                      const uint32_t* words, uint32_t count) {
  end_hot(loop, (uint64_t)frame, 0, words, count);
}

CULPRIT_HOT void culprit_cxx_loop_exit(struct culprit_cxx_function* loop, const void* frame, uint32_t exit,
                                       const uint32_t* words, uint32_t count) {
  end_hot(loop, (uint64_t)frame, exit, words, count);
}
