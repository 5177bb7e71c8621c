/* Calls: the hooks at a function's beginning and end.
 *
 * The hot ones take the common case only: the stream has room, the function is defined, its frame lies a little below
 * that of the innermost call, one thread. Everything else goes to the slow ones, before anything has changed. */
#include "recorders/cxx/runtime/foreign.h"
#include "recorders/cxx/runtime/hot.h"
#include "recorders/cxx/runtime/output.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/signals.h"

static void begin_call(struct culprit_thread* thread, uint32_t id, uint64_t frame, const uint32_t* words,
                       uint32_t count) {
  if (thread->stream->frame && frame >= thread->stream->frame) culprit_drop_below(thread, frame);
  if (thread->top == thread->limit && !culprit_grow_shadow(thread)) {
    culprit_trace_stop(culprit_process_trace, CULPRIT_STOP_NO_MEMORY);
    thread->stream->room = 0;
    return;
  }
  *thread->top++ = (struct culprit_open){frame, id, 0};
  if (culprit_care & CULPRIT_CARE_ORDER) culprit_sequence(thread->stream);
  culprit_enter(thread->stream, id, frame, words, count);
}

CULPRIT_SLOW static void enter_slow(struct culprit_cxx_function* function, uint64_t frame,
                                    const uint32_t* words, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_process_trace || !culprit_ready(thread)) return;
  thread->busy++;
  if (culprit_care & CULPRIT_CARE_OUTPUT) culprit_log_stream_output(thread);
  uint32_t id = __atomic_load_n(&function->id, __ATOMIC_RELAXED);
  if (!id) id = culprit_define_site(function);
  if (id) begin_call(thread, id, frame, words, count);
  thread->busy--;
}

CULPRIT_SLOW static void leave_slow(uint64_t frame, uint32_t line, const uint32_t* words, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room) return;
  thread->busy++;
  if (culprit_return_to(thread, frame)) {
    if (culprit_care & CULPRIT_CARE_OUTPUT) culprit_log_stream_output(thread);
    while ((--thread->top)->is_loop) continue; /* they end with their call */
    culprit_leave(thread->stream, thread->top[-1].frame, line, words, count);
  }
  thread->busy--;
}

/* A barrier for the compiler: it would load everything first, and save registers for that. */
#define IN_THIS_ORDER __asm__ volatile("" ::: "memory")

/* Puts the call on the shadow stack, where it counts only once `top` has moved, and makes the record's head; 0 for the
 * slow way. The tests are branches, which are predicted. */
static inline __attribute__((always_inline)) uint32_t enter_hot(const struct culprit_cxx_function* function,
                                                                uint64_t frame, uint32_t words) {
  uint32_t id = __atomic_load_n(&function->id, __ATOMIC_RELAXED);
  uint64_t below = culprit_thread.stream->frame - frame;
  /* Rotated by 4 bits, a distance that is no multiple of 16 becomes a huge number of units; 0 wraps around. */
  uint64_t units = below >> 4 | below << 60;
  if (CULPRIT_UNLIKELY(units - 1 >= CULPRIT_SHORT_FRAME) ||
      CULPRIT_UNLIKELY(id - 1 >= CULPRIT_SHORT_FUNCTION) || CULPRIT_UNLIKELY(culprit_care))
    return 0;
  struct culprit_open* top = culprit_thread.top;
  if (CULPRIT_UNLIKELY(top == culprit_thread.limit)) return 0;
  *top = (struct culprit_open){frame, id, 0};
  IN_THIS_ORDER;
  return (uint32_t)CULPRIT_EVENT_ENTER << 28 | words << 24 | (uint32_t)units << 16 | id;
}

/* The window has room: writes the head, and the call is open. Gives where the words go. */
#define ENTER_OPEN(words, slow)                                                      \
  uint32_t head = enter_hot(function, (uint64_t)frame, words);                       \
  if (CULPRIT_UNLIKELY(!head)) HOT_OR(slow);                                         \
  struct culprit_stream* stream = culprit_thread.stream;                             \
  struct culprit_segment_header* window = stream->window;                            \
  uint64_t at = __atomic_load_n(&window->committed, __ATOMIC_RELAXED);               \
  if (CULPRIT_UNLIKELY((uint32_t)at + 4 + 4 * (words) > stream->room)) HOT_OR(slow); \
  uint32_t* to = (uint32_t*)((char*)(window + 1) + at);                              \
  *to++ = head;                                                                      \
  stream->frame = (uint64_t)frame;                                                   \
  stream->depth++;                                                                   \
  culprit_thread.top++;

CULPRIT_HOT void culprit_cxx_enter0(struct culprit_cxx_function* function, const void* frame) {
  ENTER_OPEN(0, enter_slow(function, (uint64_t)frame, NULL, 0))
  (void)to;
  HOT_COMMIT(4);
}

CULPRIT_SLOW static void enter1_slow(struct culprit_cxx_function* function, uint64_t frame, uint32_t word) {
  enter_slow(function, frame, &word, 1);
}
CULPRIT_HOT void culprit_cxx_enter1(struct culprit_cxx_function* function, const void* frame, uint32_t word) {
  ENTER_OPEN(1, enter1_slow(function, (uint64_t)frame, word))
  to[0] = word;
  HOT_COMMIT(8);
}

CULPRIT_SLOW static void enter2_slow(struct culprit_cxx_function* function, uint64_t frame, uint64_t words) {
  enter_slow(function, frame, (const uint32_t*)&words, 2);
}
CULPRIT_HOT void culprit_cxx_enter2(struct culprit_cxx_function* function, const void* frame,
                                    uint64_t words) {
  ENTER_OPEN(2, enter2_slow(function, (uint64_t)frame, words))
  __builtin_memcpy(to, &words, 8);
  HOT_COMMIT(12);
}

CULPRIT_HOT void culprit_cxx_enter(struct culprit_cxx_function* function, const void* frame,
                                   const uint32_t* words, uint32_t count) {
  if (CULPRIT_UNLIKELY(count > CULPRIT_ENTER_WORDS))
    HOT_OR(enter_slow(function, (uint64_t)frame, words, count));
  ENTER_OPEN(count, enter_slow(function, (uint64_t)frame, words, count))
  HOT_COPY(to, words, count)
  HOT_COMMIT(4 + 4 * count);
}

/* Room for the words of a short LEAVE, or NULL for the slow way. */
static inline __attribute__((always_inline)) uint32_t* leave_hot(struct culprit_segment_header* window,
                                                                 uint64_t at, uint64_t frame, uint32_t line,
                                                                 uint32_t words) {
  struct culprit_thread* thread = &culprit_thread;
  struct culprit_stream* stream = thread->stream;
  if (CULPRIT_UNLIKELY((uint32_t)at + 4 + 4 * words > stream->room) ||
      CULPRIT_UNLIKELY(stream->frame != frame) || CULPRIT_UNLIKELY(culprit_care & CULPRIT_CARE_OUTPUT) ||
      CULPRIT_UNLIKELY(line > 0xfff))
    return NULL;
  struct culprit_open* top = thread->top - 1;
  if (CULPRIT_UNLIKELY(top->is_loop)) return NULL;
  thread->top = top;
  stream->depth--;
  stream->frame = top[-1].frame;
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);
  record[0] = (uint32_t)CULPRIT_EVENT_LEAVE << 28 | words << 24 | line << 12;
  return record + 1;
}

CULPRIT_HOT void culprit_cxx_leave0(const void* frame, uint32_t line) {
  HOT_WINDOW
  if (!leave_hot(window, at, (uint64_t)frame, line, 0)) HOT_OR(leave_slow((uint64_t)frame, line, NULL, 0));
  HOT_COMMIT(4);
}

CULPRIT_SLOW static void leave1_slow(uint64_t frame, uint32_t line, uint32_t word) {
  leave_slow(frame, line, &word, 1);
}
CULPRIT_HOT void culprit_cxx_leave1(const void* frame, uint32_t line, uint32_t word) {
  HOT_WINDOW
  uint32_t* to = leave_hot(window, at, (uint64_t)frame, line, 1);
  if (!to) HOT_OR(leave1_slow((uint64_t)frame, line, word));
  to[0] = word;
  HOT_COMMIT(8);
}

CULPRIT_SLOW static void leave2_slow(uint64_t frame, uint32_t line, uint64_t words) {
  leave_slow(frame, line, (const uint32_t*)&words, 2);
}
CULPRIT_HOT void culprit_cxx_leave2(const void* frame, uint32_t line, uint64_t words) {
  HOT_WINDOW
  uint32_t* to = leave_hot(window, at, (uint64_t)frame, line, 2);
  if (!to) HOT_OR(leave2_slow((uint64_t)frame, line, words));
  __builtin_memcpy(to, &words, 8);
  HOT_COMMIT(12);
}

CULPRIT_EXPORT void culprit_cxx_leave(const void* frame, uint32_t line, const uint32_t* words,
                                      uint32_t count) {
  leave_slow((uint64_t)frame, line, words, count);
}

static void come_back(const void* frame, uint32_t loops) {
  struct culprit_thread* thread = &culprit_thread;
  if (thread->signal_depth) culprit_leave_signals(thread, (uint64_t)frame);
  if (!thread->stream->room) return;
  thread->busy++;
  if (thread->foreign_depth) culprit_end_foreign(thread, (uint64_t)frame, 1);
  if (culprit_return_to(thread, (uint64_t)frame)) culprit_end_loops(thread, loops);
  thread->busy--;
}
CULPRIT_EXPORT void culprit_cxx_land(const void* frame, uint32_t loops) {
  come_back(frame, loops);
}
CULPRIT_EXPORT void culprit_cxx_jump(const void* frame, uint32_t loops) {
  come_back(frame, loops);
}
