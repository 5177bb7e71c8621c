/* Loops: what the hooks where one begins, at each pass, and where it ends (hot/loops.c) leave to the runtime. */
#include "recorders/cxx/runtime/hot/hot.h"
#include "recorders/cxx/runtime/runtime.h"

static void put(struct culprit_stream* stream, enum culprit_event kind, uint32_t id, const uint32_t* words,
                uint32_t count) {
  count = culprit_fitting(count);
  culprit_values(stream, culprit_loop_begin(stream, kind, id, count), words, count);
}

CULPRIT_EXPORT void culprit_hot_loop_slow(struct culprit_cxx_function* loop, uint64_t frame,
                                          const uint32_t* words, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_process_trace || !culprit_ready(thread)) return;
  culprit_occupy(thread);
  if (culprit_return_to(thread, frame) && (thread->top != thread->end || culprit_grow_shadow(thread))) {
    uint32_t id = culprit_loop_id(loop);
    /* One that is not recorded is part of what it stands in. */
    uint64_t start = id ? thread->stream->nodes + 1 : thread->top[-1].start;
    *thread->top++ = (struct culprit_open){frame, (uint64_t)loop + 1, start};
    thread->loops++;
    if (id) put(thread->stream, CULPRIT_EVENT_LOOP_BEGIN, id, words, count);
  }
  thread->busy--;
}

CULPRIT_EXPORT void culprit_hot_iteration_slow(struct culprit_cxx_function* loop, uint64_t frame,
                                               const uint32_t* words, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room || loop->id > CULPRIT_MAX_FUNCTION) return;
  culprit_occupy(thread);
  culprit_look_at_streams(thread);
  uint32_t id = culprit_return_to(thread, frame) ? culprit_loop_id(loop) : 0;
  if (id) put(thread->stream, CULPRIT_EVENT_ITERATION, id, words, count);
  thread->busy--;
}

/* Ends loops inside it too, if they have not said so. */
CULPRIT_EXPORT void culprit_hot_loop_end_slow(struct culprit_cxx_function* loop, uint64_t frame,
                                              uint32_t exit, const uint32_t* words, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room) return;
  culprit_occupy(thread);
  culprit_look_at_streams(thread);
  if (culprit_return_to(thread, frame)) {
    uint32_t id = culprit_loop_id(loop);
    struct culprit_open* open = thread->top - 1;
    while (culprit_is_loop(open) && culprit_site(open) != loop) open--;
    if (culprit_is_loop(open)) {
      thread->loops -= (uint32_t)(thread->top - open);
      thread->top = open;
      if (id && exit)
        culprit_loop_exit(thread->stream, (enum culprit_loop_exit)(exit & 0xff), exit >> 8, count);
      if (id) put(thread->stream, CULPRIT_EVENT_LOOP_END, id, words, count);
    }
  }
  thread->busy--;
}
