/* Calls: what the hooks at a function's beginning and end (hot/calls.c) leave to the runtime. */
#include "recorders/cxx/runtime/foreign.h"
#include "recorders/cxx/runtime/hot/hot.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/signals.h"

/* The list is used up: the ids in it become those of the trace in place. */
static void put_varargs(struct culprit_thread* thread, const struct culprit_varargs* given,
                        uint32_t enter_words) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < given->count; i++) {
    given->list[at] = culprit_define_type_row(given->module, given->list[at]);
    at += 2 + given->list[at + 1];
  }
  culprit_varargs(thread->stream, given->count, given->list, given->length, enter_words);
}

static void begin_call(struct culprit_thread* thread, const struct culprit_cxx_function* function,
                       uint32_t id, uint64_t frame, const struct culprit_varargs* given,
                       const uint32_t* words, uint32_t count) {
  if (thread->top[-1].frame && frame >= thread->top[-1].frame) culprit_drop_below(thread, frame);
  uint32_t line = culprit_line_of(thread->top - 1);
  if (thread->top == thread->end && !culprit_grow_shadow(thread)) {
    culprit_trace_stop(culprit_process_trace, CULPRIT_STOP_NO_MEMORY);
    thread->stream->room = 0;
    return;
  }
  *thread->top++ = (struct culprit_open){frame, (uint64_t)function, thread->stream->nodes + 1};
  if (culprit_care & CULPRIT_CARE_ORDER) culprit_sequence(thread->stream);
  if (line) culprit_call_line(thread->stream, line, count, given ? given->length : 0);
  if (given) put_varargs(thread, given, count);
  culprit_enter(thread->stream, id, frame, words, count);
}

static void enter(struct culprit_cxx_function* function, uint64_t frame, const struct culprit_varargs* given,
                  const uint32_t* words, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_process_trace || !culprit_ready(thread)) return;
  culprit_occupy(thread);
  culprit_look_at_streams(thread);
  uint32_t id = __atomic_load_n(&function->id, __ATOMIC_RELAXED);
  if (!id) id = culprit_define_site(function);
  if (id) begin_call(thread, function, id, frame, given, words, count);
  thread->busy--;
}

CULPRIT_EXPORT void culprit_hot_enter_slow(struct culprit_cxx_function* function, uint64_t frame,
                                           const uint32_t* words, uint32_t count) {
  enter(function, frame, NULL, words, count);
}

CULPRIT_EXPORT void culprit_cxx_varargs(struct culprit_cxx_module* module, const void* target,
                                        uint32_t parameters, uint32_t count, uint32_t* list,
                                        uint32_t length) {
  volatile struct culprit_varargs* varargs = &culprit_thread.varargs;
  varargs->target = NULL;
  varargs->module = module;
  varargs->list = list;
  varargs->parameters = parameters;
  varargs->count = count;
  varargs->length = length;
  varargs->target = target;
}

CULPRIT_EXPORT void culprit_cxx_enter_variadic(struct culprit_cxx_function* function, const void* frame,
                                               const void* self, uint32_t parameters, const uint32_t* words,
                                               uint32_t count) {
  const struct culprit_varargs given = culprit_thread.varargs;
  culprit_thread.varargs.target = NULL;
  int is_own = given.target == self && given.parameters == parameters;
  enter(function, (uint64_t)frame, is_own ? &given : NULL, words, count);
}

static void leave(uint64_t frame, uint32_t line, int has_value, const uint32_t* words, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room) return;
  culprit_occupy(thread);
  if (culprit_return_to(thread, frame)) {
    culprit_look_at_streams(thread);
    while (culprit_is_loop(--thread->top)) thread->loops--; /* they end with their call */
    if (!has_value) culprit_no_value(thread->stream);
    culprit_leave(thread->stream, thread->top[-1].frame, line, words, count);
  }
  thread->busy--;
}

CULPRIT_EXPORT void culprit_hot_leave_slow(uint64_t frame, uint32_t line, const uint32_t* words,
                                           uint32_t count) {
  leave(frame, line, 1, words, count);
}

CULPRIT_EXPORT void culprit_cxx_no_value(const void* frame, uint32_t line) {
  leave((uint64_t)frame, line, 0, NULL, 0);
}

CULPRIT_EXPORT void culprit_cxx_leave(const void* frame, uint32_t line, const uint32_t* words,
                                      uint32_t count) {
  culprit_hot_leave_slow((uint64_t)frame, line, words, count);
}

static void come_back(const void* frame, uint32_t loops, enum culprit_loop_exit how) {
  struct culprit_thread* thread = &culprit_thread;
  if (thread->signal_depth) culprit_leave_signals(thread, (uint64_t)frame);
  if (!thread->stream->room) return;
  culprit_occupy(thread);
  culprit_look_at_streams(thread);
  if (thread->foreign_depth) culprit_end_foreign(thread, (uint64_t)frame, 1);
  if (culprit_return_to(thread, (uint64_t)frame)) {
    culprit_end_loops(thread, loops, how);
    culprit_set_line(thread->top - 1, 0);
  }
  thread->busy--;
}
CULPRIT_EXPORT void culprit_cxx_land(const void* frame, uint32_t loops) {
  come_back(frame, loops, CULPRIT_EXIT_THREW);
}
CULPRIT_EXPORT void culprit_cxx_jump(const void* frame, uint32_t loops) {
  come_back(frame, loops, CULPRIT_EXIT_JUMPED);
}
