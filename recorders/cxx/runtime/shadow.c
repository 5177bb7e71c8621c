/* The shadow stack: which calls and loops are open, and which are gone without having said so. */
#define _GNU_SOURCE
#include "recorders/cxx/runtime/runtime.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorders/cxx/runtime/foreign.h"
#include "recorders/cxx/runtime/pages.h"

enum { FIRST_ROOM = 64 * 1024 / sizeof(struct culprit_open) };

int culprit_grow_shadow(struct culprit_thread* thread) {
  size_t used = thread->bottom ? (size_t)(thread->top - thread->bottom) : 1; /* the sentinel is zeros */
  size_t room = thread->bottom ? (size_t)(thread->end - thread->bottom) : 0;
  size_t next = room ? room * 2 : FIRST_ROOM;
  long at = room ? syscall(SYS_mremap, thread->bottom, room * sizeof *thread->bottom,
                           next * sizeof *thread->bottom, MREMAP_MAYMOVE)
                 : (long)culprit_pages(next * sizeof *thread->bottom);
  if (at == -1 || at == 0) return 0;
  thread->bottom = (struct culprit_open*)at;
  thread->top = thread->bottom + used;
  thread->end = thread->bottom + next;
  culprit_set_care(thread, thread->care);
  return 1;
}

void culprit_end_calls(struct culprit_thread* thread, uint32_t calls, enum culprit_unwind_cause cause) {
  if (!calls) return;
  struct culprit_open* top = thread->top;
  for (uint32_t left = calls; left;) {
    uint32_t is_loop = culprit_is_loop(--top);
    thread->loops -= is_loop;
    left -= !is_loop;
  }
  thread->top = top;
  uint32_t newest = thread->throwing <= CULPRIT_MOST_EXCEPTIONS ? thread->throwing : CULPRIT_MOST_EXCEPTIONS;
  int thrown = cause == CULPRIT_UNWIND_EXCEPTION && newest;
  culprit_unwind(thread->stream, top[-1].frame, calls, cause,
                 thrown ? thread->exceptions[newest - 1].type : 0,
                 thrown ? thread->exceptions[newest - 1].object : 0);
}

static enum culprit_unwind_cause cause_now(const struct culprit_thread* thread) {
  return thread->throwing ? CULPRIT_UNWIND_EXCEPTION : CULPRIT_UNWIND_JUMP;
}

/* Frames on one stack are ordered, so the search ends at the first one that lies above. */
int culprit_return_to(struct culprit_thread* thread, uint64_t frame) {
  uint32_t calls = 0;
  if (!thread->bottom) return 0;
  for (struct culprit_open* open = thread->top - 1; open > thread->bottom; open--) {
    if (open->frame == frame) {
      if (thread->foreign_depth) culprit_end_foreign(thread, frame, 0);
      culprit_end_calls(thread, calls, cause_now(thread));
      return 1;
    }
    if (open->frame > frame && culprit_same_stack(thread, open->frame, frame)) return 0;
    calls += !culprit_is_loop(open);
  }
  return 0;
}

void culprit_drop_below(struct culprit_thread* thread, uint64_t frame) {
  uint32_t calls = 0;
  for (struct culprit_open* open = thread->top - 1; open > thread->bottom; open--) {
    if (open->frame > frame || !culprit_same_stack(thread, open->frame, frame)) break;
    calls += !culprit_is_loop(open);
  }
  if (thread->foreign_depth && calls) culprit_end_foreign(thread, frame, 1);
  culprit_end_calls(thread, calls, cause_now(thread));
}

void culprit_end_loops(struct culprit_thread* thread, uint32_t loops, enum culprit_loop_exit how) {
  uint32_t open = 0;
  while (culprit_is_loop(thread->top - 1 - open)) open++;
  for (; open > loops; open--) {
    uint32_t id = culprit_loop_id(culprit_site(--thread->top));
    thread->loops--;
    if (!id) continue;
    culprit_loop_exit(thread->stream, how, 0, 0);
    culprit_loop_end(thread->stream, id, NULL, 0);
  }
}
