/* The state of a thread: its stream is opened by its first event and closed when the thread ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorders/cxx/runtime/foreign.h"
#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/signals.h"
#include "recorders/cxx/runtime/start.h"
#include "recorders/runtime/internal.h"

static struct culprit_segment_header no_window;
static struct culprit_stream no_stream = {.window = &no_window};
static struct culprit_open no_calls[1];
#define NO_STREAM .stream = &no_stream, .top = no_calls + 1, .end = no_calls + 1
__thread struct culprit_thread culprit_thread = {NO_STREAM};

uint32_t culprit_care;

static pthread_key_t ending;
static pthread_once_t ending_once = PTHREAD_ONCE_INIT;

/* The host's destructors of thread-specific values may run after ours, and may be recorded: ours asks to be called
 * again as often as the system allows. */
static void thread_ends(void* value) {
  if (++culprit_thread.end_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(ending, value);
  } else {
    culprit_close_thread();
  }
}

static void make_key(void) {
  pthread_key_create(&ending, thread_ends);
}

static uint64_t later_end(uint64_t last, const char* text) {
  uint64_t end = text && (uint64_t)text > last ? (uint64_t)text + strlen(text) + 1 : 0;
  return end && end - last < 16u << 20 ? end : last;
}

static void main_stack(struct culprit_thread* thread) {
  struct rlimit limit;
  uint64_t size = 8u << 20;
  if (getrlimit(RLIMIT_STACK, &limit) == 0)
    size = limit.rlim_cur == RLIM_INFINITY ? 1u << 30 : limit.rlim_cur;
  /* Arguments, environment and the program's name lie above all frames. */
  uint64_t last = (uint64_t)__builtin_frame_address(0);
  last = later_end(last, (const char*)getauxval(AT_EXECFN));
  for (char** text = culprit_process_start.argv; text && *text; text++) last = later_end(last, *text);
  for (char** text = culprit_process_start.envp; text && *text; text++) last = later_end(last, *text);
  thread->stack_high = (last + 4095) & ~(uint64_t)4095;
  thread->stack_low = size < thread->stack_high ? thread->stack_high - size : 0;
}

static void find_stack(struct culprit_thread* thread) {
  pthread_attr_t attributes;
  void* low;
  size_t size;
  if (syscall(SYS_gettid) == getpid()) {
    main_stack(thread);
  } else if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
      thread->stack_low = (uint64_t)low;
      thread->stack_high = (uint64_t)low + size;
    }
    pthread_attr_destroy(&attributes);
  }
}

int culprit_same_stack(const struct culprit_thread* thread, uint64_t a, uint64_t b) {
  uint64_t size = thread->stack_high - thread->stack_low;
  int a_inside = a - thread->stack_low < size, b_inside = b - thread->stack_low < size;
  if (a_inside || b_inside) return a_inside && b_inside;
  return (a > b ? a - b : b - a) <
         1u << 20; /* other stacks (of handlers, of coroutines) are smaller, or rare */
}

/* Not for handlers: the thread's stack and data are known by then, and the C library cannot be asked in all of them. */
static void begin_recording(struct culprit_thread* thread) {
  pthread_once(&ending_once, make_key);
  find_stack(thread);
  pthread_setspecific(ending, thread);
  culprit_allocate(thread->stream, CULPRIT_MEMORY_STACK, 0, thread->stack_low,
                   thread->stack_high - thread->stack_low);
  culprit_log_thread_data(thread->stream);
}

CULPRIT_SLOW int culprit_open_thread(struct culprit_thread* thread) {
  if (!culprit_process_trace || thread->state != CULPRIT_THREAD_NEW || thread->busy) return 0;
  int saved = errno;
  culprit_occupy(thread);
  thread->state = CULPRIT_THREAD_OPEN;
  if (culprit_reads && !thread->seen)
    thread->seen = (struct culprit_seen*)culprit_pages(CULPRIT_SEEN * sizeof *thread->seen);
  if ((!thread->bottom && !culprit_grow_shadow(thread)) || (culprit_reads && !thread->seen)) {
    culprit_trace_stop(culprit_process_trace, CULPRIT_STOP_NO_MEMORY);
  } else {
    thread->stream =
        culprit_stream_open(culprit_process_trace, thread->reserved_id, thread->parent, thread->flags);
    if (!(thread->flags & CULPRIT_THREAD_SIGNAL)) begin_recording(thread);
  }
  thread->busy--;
  errno = saved;
  return thread->stream->room != 0;
}

void culprit_begin_thread(uint32_t id, uint32_t parent, uint32_t flags) {
  struct culprit_thread* thread = &culprit_thread;
  if (thread->state != CULPRIT_THREAD_NEW) return;
  thread->reserved_id = id;
  thread->parent = parent;
  thread->flags = flags;
  culprit_open_thread(thread);
}

void culprit_set_apart(struct culprit_thread* thread, const struct culprit_thread* before) {
  *thread = (struct culprit_thread){
      NO_STREAM,
      .state = before->state == CULPRIT_THREAD_CLOSED ? CULPRIT_THREAD_CLOSED : CULPRIT_THREAD_NEW,
      .stack_low = before->stack_low,
      .stack_high = before->stack_high,
      .parent = before->stream->id,
      .flags = CULPRIT_THREAD_SIGNAL};
}

void culprit_reset_thread(void) {
  struct culprit_thread* thread = &culprit_thread;
  thread->stream = &no_stream;
  thread->state = CULPRIT_THREAD_NEW;
  thread->reserved_id = thread->parent = 0;
  /* Its stream will count nodes from 0 again. */
  if (thread->seen) memset(thread->seen, 0, CULPRIT_SEEN * sizeof *thread->seen);
}

/* What is still open will not return: the thread has ended itself. */
void culprit_close_thread(void) {
  struct culprit_thread* thread = &culprit_thread;
  if (thread->state != CULPRIT_THREAD_OPEN || thread->stream == &no_stream) return;
  if (!(thread->flags & CULPRIT_THREAD_SIGNAL)) culprit_close_signals();
  struct culprit_stream* stream = thread->stream;
  culprit_occupy(thread);
  culprit_end_calls(thread, culprit_open_calls(thread), CULPRIT_UNWIND_EXIT);
  /* When it ended, seen from the thread that waits for it. */
  if (culprit_care & CULPRIT_CARE_ORDER) culprit_sequence(stream);
  thread->state = CULPRIT_THREAD_CLOSED;
  thread->stream = &no_stream;
  culprit_stream_close(stream);
  culprit_pages_free(thread->bottom, (size_t)(thread->end - thread->bottom) * sizeof *thread->bottom);
  culprit_pages_free(thread->seen, CULPRIT_SEEN * sizeof *thread->seen);
  thread->seen = NULL;
  thread->bottom = NULL;
  thread->top = thread->end = no_calls + 1;
  thread->limit = NULL;
  thread->loops = 0;
  culprit_free_foreign(thread);
  thread->busy--;
}
