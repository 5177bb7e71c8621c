/* Which mutant of a program is on, and in which node it is off.
 *
 * Linked into a program beside the recorder, whose hooks it wraps (ld --wrap): the recorder is what users have. What to do stands
 * in the file `mutant.switch` where the program runs: "MUTANT STREAM ORDINAL STEP STOP MOST KEEP". From the record of node STREAM:ORDINAL
 * to its end the mutant is off: what it calls and the threads it starts run the right code, too. STEP: only the one pass. STOP:
 * the process ends with it; of a pass with the call around it, since what the pass does shows in what follows the loop. MOST: the
 * process ends when a thread has filled so many segments of the trace; 0: never. KEEP: the
 * mutant stays on in the node, too, and only the rest holds.
 *
 * Runs have to be alike to the byte. So this comes by a file, not in the environment, which lies on the stack; and it lies on
 * pages of its own, since mutants read past the program's variables. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorders/cxx/runtime/runtime.h"
#include "tests/mutants/runtime/exit_codes.h"
#include "tests/mutants/runtime/turns.h"

__thread uint32_t culprit_mutant
    __attribute__((tls_model("initial-exec"))); /* what mutated code asks; 0: none */

/* Of the thread in which the node runs. */
static __thread uint64_t
    until; /* the node has ended when less is on the shadow stack; 0: it is not open here */
static __thread uint64_t stop_at; /* likewise, of the call with which the process ends */

struct beginning {
  void* (*run)(void*);
  void* argument;
  uint32_t mutant;
  struct turn* turn;
};
enum { MOST_THREADS = 2000 };
struct state {
  uint32_t mutant;
  uint32_t stream;
  uint64_t nodes; /* of the stream, the chosen one included */
  uint32_t step, stop, keep, begun, threads;
  uint64_t most; /* segments */
  struct beginning* beginnings;
};
/* Before it is known, and if there is no file: nothing is on. */
static struct state none = {.begun = 1, .most = ~0ull}, *state = &none;

static uint32_t number(const char** at) {
  uint32_t n = 0;
  while (**at == ' ') ++*at;
  while (**at >= '0' && **at <= '9') n = 10 * n + (uint32_t)(*(*at)++ - '0');
  return n;
}

/* Variables that a mutant does not initialise find what lay on the stack before: this file's text, the time at which the recorder
 * started. */
static __attribute__((noinline)) void wipe_stack(void) {
  char below[1 << 20];
  __builtin_memset(below, 0, sizeof below);
  __asm__ volatile("" ::"r"(below) : "memory");
}

__attribute__((constructor(101))) static void read_switch(void) {
  char text[128] = "";
  const char* at = text;
  int file = (int)syscall(SYS_open, "mutant.switch", O_RDONLY);
  if (file < 0) return;
  long length = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  size_t size = sizeof *state + MOST_THREADS * sizeof *state->beginnings + culprit_turns_size(MOST_THREADS);
  void* pages = (void*)syscall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (length <= 0 || pages == MAP_FAILED) return;
  state = (struct state*)pages;
  state->beginnings = (struct beginning*)(state + 1);
  culprit_mutant = state->mutant = number(&at);
  state->stream = number(&at);
  uint32_t ordinal = number(&at);
  state->nodes = state->stream ? ordinal + 1ull : ~0ull; /* up to the node, all runs take the same ways */
  state->step = number(&at);
  state->stop = number(&at);
  state->begun = state->stream == 0;
  state->most = number(&at);
  if (!state->most) state->most = ~0ull;
  state->keep = number(&at);
  __builtin_memset(text, 0, sizeof text);
  __asm__ volatile("" ::"r"(text) : "memory");
  wipe_stack();
}

static inline uint64_t depth(void) {
  return (uint64_t)(culprit_thread.top - culprit_thread.bottom);
}

static __attribute__((noinline, cold)) void begin(void) {
  if (state->begun) return;
  state->begun = 1;
  if (!state->keep) culprit_mutant = 0;
  until = depth();
  const struct culprit_open* call = culprit_thread.top - 1;
  while (culprit_is_loop(call)) call--;
  if (state->stop) stop_at = (uint64_t)(call - culprit_thread.bottom) + 1;
}
static __attribute__((noinline, cold)) void end(void) {
  if (until && depth() < until) {
    until = 0;
    culprit_mutant = state->mutant;
  }
  if (stop_at && depth() < stop_at) syscall(SYS_exit_group, MUTANT_STOPPED);
}
/* The recording has reached its limit: nothing that follows can be asked. Mutants that run for ever end here. */
static __attribute__((noinline, cold)) void full(void) {
  if (state != &none && culprit_process_trace) syscall(SYS_exit_group, MUTANT_FULL);
}

static inline void ended(void) {
  if (__builtin_expect((until | stop_at) != 0, 0)) end();
}
/* Behind the record of a call or a pass. */
static inline void began(void) {
  const struct culprit_stream* stream = culprit_thread.stream;
  if (__builtin_expect(stream->nodes == state->nodes, 0) && stream->id == state->stream) begin();
  if (__builtin_expect(!stream->room || stream->window->number >= state->most, 0)) full();
}
static inline void next_pass(void) {
  if (__builtin_expect(until != 0, 0) && state->step && depth() == until) {
    until = 0;
    culprit_mutant = state->mutant;
  }
}

/* The stack of a thread may be that of an earlier one. */
static _Thread_local int is_wiped;
static __attribute__((noinline, cold)) void first_call(void) {
  is_wiped = 1;
  if (state != &none) wipe_stack();
}

typedef struct culprit_cxx_function site;
/* Calls that were left by longjmp are noticed by the next one. */
#define ENTER(name, parameters, arguments)            \
  void __real_##name parameters;                      \
  void __wrap_##name parameters {                     \
    __real_##name arguments;                          \
    if (__builtin_expect(!is_wiped, 0)) first_call(); \
    ended();                                          \
    began();                                          \
  }
ENTER(culprit_cxx_enter0, (site * s, const void* f), (s, f))
ENTER(culprit_cxx_enter1, (site * s, const void* f, uint32_t w), (s, f, w))
ENTER(culprit_cxx_enter2, (site * s, const void* f, uint64_t w), (s, f, w))
ENTER(culprit_cxx_enter, (site * s, const void* f, const uint32_t* w, uint32_t n), (s, f, w, n))
ENTER(culprit_cxx_enter_variadic,
      (site * s, const void* f, const void* g, uint32_t p, const uint32_t* w, uint32_t n), (s, f, g, p, w, n))

#define PASS(name, parameters, arguments) \
  void __real_##name parameters;          \
  void __wrap_##name parameters {         \
    __real_##name arguments;              \
    next_pass();                          \
    began();                              \
  }
PASS(culprit_cxx_iteration0, (site * s, const void* f), (s, f))
PASS(culprit_cxx_iteration1, (site * s, const void* f, uint32_t w), (s, f, w))
PASS(culprit_cxx_iteration2, (site * s, const void* f, uint64_t w), (s, f, w))
PASS(culprit_cxx_iteration, (site * s, const void* f, const uint32_t* w, uint32_t n), (s, f, w, n))

#define END(name, parameters, arguments) \
  void __real_##name parameters;         \
  void __wrap_##name parameters {        \
    __real_##name arguments;             \
    ended();                             \
  }
END(culprit_cxx_leave0, (const void* f, uint32_t l), (f, l))
END(culprit_cxx_leave1, (const void* f, uint32_t l, uint32_t w), (f, l, w))
END(culprit_cxx_leave2, (const void* f, uint32_t l, uint64_t w), (f, l, w))
END(culprit_cxx_leave, (const void* f, uint32_t l, const uint32_t* w, uint32_t n), (f, l, w, n))
END(culprit_cxx_no_value, (const void* f, uint32_t l), (f, l))
END(culprit_cxx_loop_end, (site * s, const void* f, const uint32_t* w, uint32_t n), (s, f, w, n))
END(culprit_cxx_loop_exit, (site * s, const void* f, uint32_t e, const uint32_t* w, uint32_t n),
    (s, f, e, w, n))
END(culprit_cxx_land, (const void* f, uint32_t l), (f, l))
END(culprit_cxx_jump, (const void* f, uint32_t l), (f, l))

static void* begins(void* from) {
  const struct beginning* beginning = (const struct beginning*)from;
  culprit_mutant = beginning->mutant;
  if (beginning->turn) culprit_turn_begins(beginning->turn);
  return beginning->run(beginning->argument);
}
/* A thread that is started inside the node is in it for its whole life. */
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  culprit_thread.busy++;
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
  culprit_thread.busy--;
  uint32_t number = state == &none ? MOST_THREADS : __atomic_fetch_add(&state->threads, 1, __ATOMIC_RELAXED);
  if (number >= MOST_THREADS) return real(thread, attributes, run, argument);
  if (number == 0) culprit_turns_begin(state->beginnings + MOST_THREADS, MOST_THREADS);
  struct beginning* beginning = &state->beginnings[number];
  *beginning = (struct beginning){run, argument, culprit_mutant, culprit_turn_new()};
  int error = real(thread, attributes, begins, beginning);
  if (beginning->turn && error) culprit_turn_unused(beginning->turn);
  if (beginning->turn && !error) culprit_turn_started(beginning->turn, (uintptr_t)*thread);
  return error;
}
