/* What the files of the C/C++ recorder's runtime share: the state of a thread, its shadow stack, and the rules.
 *
 * Rules. Nothing here may harm its host: no output, no exit, errno kept, no lock held while the host's code runs (but for
 * one instruction, in atomics.c). Two kinds of functions touch a stream. Hot ones (hot/) lie in a section of their own,
 * call nothing, and reserve and commit without a break. All others raise `busy` first (culprit_occupy). So a signal handler
 * can tell from the interrupted program counter and from `busy` whether the stream may be used, and malloc whether it is
 * called by the runtime itself. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "recorders/cxx/abi.h"
#include "recorders/runtime/culprit_runtime.h"

#define CULPRIT_EXPORT __attribute__((visibility("default")))
#define CULPRIT_SLOW __attribute__((noinline, cold))
#define CULPRIT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CULPRIT_LIKELY(x) __builtin_expect(!!(x), 1)

/* An open call or loop. A loop has its call's frame, so that the topmost one always tells the innermost call. */
struct culprit_open {
  uint64_t frame;
  /* Address of its struct culprit_cxx_function, plus 1 if it is a loop. In the top 16 bits, which addresses do not need: the line on
   * which its code is about to leave for a call, relative to the function; 0: none told. The code stores it there itself
   * (CULPRIT_CXX_LINE in abi.h). So it is gone with the call, and a call that begins has none, at no cost. */
  uint64_t site;
  /* Reads: the stream's `nodes` when it began, itself included; of a loop, with its first pass. Kept here alone, so that
   * whatever pops the stack is back at the outer one's. */
  uint64_t start;
};
static inline uint32_t culprit_is_loop(const struct culprit_open* open) {
  return (uint32_t)(open->site & 1);
}
static inline struct culprit_cxx_function* culprit_site(const struct culprit_open* open) {
  return (struct culprit_cxx_function*)(open->site << 16 >> 16 & ~(uint64_t)1);
}
static inline uint32_t culprit_line_of(const struct culprit_open* open) {
  uint16_t line;
  __builtin_memcpy(&line, (const char*)&open->site + 6, sizeof line);
  return line;
}
static inline void culprit_set_line(struct culprit_open* open, uint32_t line) {
  uint16_t stored = (uint16_t)(line <= CULPRIT_CXX_LAST_CALL_LINE ? line : 0);
  __builtin_memcpy((char*)&open->site + 6, &stored, sizeof stored);
}

enum culprit_thread_state {
  CULPRIT_THREAD_NEW,    /* no stream yet: it is opened by the first event */
  CULPRIT_THREAD_OPEN,   /* has a stream, which may have stopped recording */
  CULPRIT_THREAD_CLOSED, /* the thread is ending */
};

enum {
  CULPRIT_MOST_EXCEPTIONS = 4
}; /* in flight at once: only destructors that throw and catch make it more than one */

struct culprit_foreign; /* foreign.c: a call to foreign code that is under way */

/* What was read, or written whole, last: a direct-mapped table by address. A read is not logged again if every open call
 * and loop was open already when the same bytes were: stamp >= start of the innermost one. A slot is changed after the record
 * is committed, and its key before its stamp: a handler that jumps out in between leaves no read that was never logged. */
struct culprit_seen {
  uint64_t key;   /* address << 2 | log2 of the size; of other sizes culprit_block_key() */
  uint64_t stamp; /* the stream's `nodes` then */
};
enum { CULPRIT_SEEN = 512 };
/* The variable arguments of a call that is about to be made. `target` is stored last, and cleared by who takes them: a list that was
 * for foreign code is never read. */
struct culprit_varargs {
  const void* target; /* the function that they are for; NULL: none */
  struct culprit_cxx_module* module;
  uint32_t* list;
  uint32_t parameters, count, length;
};

/* The first members are what hot functions use. */
struct culprit_thread {
  struct culprit_stream* stream; /* never NULL; without room when not recording */
  struct culprit_open*
      top; /* never NULL: just past the innermost open call or loop; the lowest one is a sentinel */
  struct culprit_open*
      limit;     /* where enter goes the slow way: `end`, or NULL while there is something to care for */
  uint32_t care; /* culprit_care, as it was when the thread last looked: culprit_set_care() */
  struct culprit_seen* seen;         /* CULPRIT_SEEN slots; NULL when reads are not recorded */
  struct culprit_open *bottom, *end; /* of the shadow stack */
  uint32_t loops;                    /* of those that are open, how many are loops */
  volatile uint32_t busy;            /* within the runtime: the stream is in the middle of something */
  uint32_t state;                    /* enum culprit_thread_state */
  uint64_t stack_low, stack_high;
  uint32_t parent;       /* stream of the thread that started this one */
  uint32_t reserved_id;  /* the stream's number, if the parent has announced it */
  uint32_t throwing;     /* exceptions in flight: thrown and not yet caught */
  uint32_t signal_depth; /* handlers that record into streams of their own */
  struct {
    uint64_t object;
    uint32_t type;
  } exceptions[CULPRIT_MOST_EXCEPTIONS]; /* those in flight, the newest last */
  struct culprit_foreign* foreign;       /* the innermost one */
  uint32_t foreign_depth;
  uint32_t end_rounds;
  uint32_t flags; /* of the stream, enum culprit_thread_flag */
  struct culprit_varargs varargs;
  struct culprit_open unrecorded; /* where lines are stored in a process that is not recorded */
};
CULPRIT_STATIC_ASSERT(__builtin_offsetof(struct culprit_thread, top) == CULPRIT_CXX_TOP &&
                          __builtin_offsetof(struct culprit_open, site) + 6 ==
                              sizeof(struct culprit_open) + CULPRIT_CXX_LINE,
                      "compiled programs store lines there");
extern __thread struct culprit_thread culprit_thread
    __attribute__((visibility("default"), tls_model("initial-exec")));

/* Where the innermost open call went into library code that is now running: relative; 0: not known. */
static inline uint32_t culprit_told_line(void) {
  return culprit_line_of(culprit_thread.top - 1);
}

/* The trace of this process; NULL when not recording. Set once, before any thread can record. */
extern struct culprit_trace* culprit_process_trace __attribute__((visibility("default")));
/* What hot functions cannot care for: enter (any of it), leave and the passes of loops (streams) then go the slow way. */
enum culprit_care {
  CULPRIT_CARE_ORDER = 1, /* there has been more than one thread: order matters */
  CULPRIT_CARE_BUFFERS =
      2, /* C++ streams have buffers of their own: what is in them was put there by this call, what is gone was taken */
  CULPRIT_CARE_GIVEN_BACK = 4, /* this thread gave a byte back (ungetc), which stands in no record yet */
  CULPRIT_CARE_STREAMS = CULPRIT_CARE_BUFFERS | CULPRIT_CARE_GIVEN_BACK,
};
extern uint32_t culprit_care __attribute__((visibility("hidden")));

static inline uint32_t culprit_open_calls(const struct culprit_thread* thread) {
  return thread->bottom ? (uint32_t)(thread->top - thread->bottom) - 1 - thread->loops : 0;
}
/* Hot functions know frame and depth of the innermost call from the shadow stack; the stream is told when others need
 * them. */
static inline void culprit_tell_stream(struct culprit_thread* thread) {
  thread->stream->frame = thread->top[-1].frame;
  thread->stream->depth = culprit_open_calls(thread);
}
static inline void culprit_set_care(struct culprit_thread* thread, uint32_t care) {
  thread->care = care;
  thread->limit = care ? NULL : thread->end;
}
static inline void culprit_occupy(struct culprit_thread* thread) {
  if (!thread->busy++) culprit_tell_stream(thread);
  culprit_set_care(
      thread, __atomic_load_n(&culprit_care, __ATOMIC_RELAXED) | (thread->care & CULPRIT_CARE_GIVEN_BACK));
}
/* Other threads see it at their next step out of the hot functions. That is soon enough: order counts from the second
 * thread on, which begins after this; output of theirs is found a call later. */
static inline void culprit_take_care(struct culprit_thread* thread, enum culprit_care what) {
  uint32_t care = __atomic_or_fetch(&culprit_care, (uint32_t)what, __ATOMIC_RELEASE);
  culprit_set_care(thread, care | (thread->care & CULPRIT_CARE_GIVEN_BACK));
}
/* A node begins or ends: what went through streams unseen is logged before that. Precondition: busy. */
void culprit_log_streams(struct culprit_thread* thread);
static inline void culprit_look_at_streams(struct culprit_thread* thread) {
  if (CULPRIT_UNLIKELY(thread->care & CULPRIT_CARE_STREAMS)) culprit_log_streams(thread);
}

/* check.c: some code of the program was compiled for the self-check. */
extern int culprit_checks __attribute__((visibility("hidden")));
void culprit_start_checks(void);
int culprit_is_read_due(void);
/* Whether it lies in a variable that a module describes. */
int culprit_is_variable(uint64_t address);
/* How much of such a variable follows from there; 0 if it lies in none, or modules are coming or going. */
uint64_t culprit_variable_from(uint64_t address);
/* The C library is about to change these bytes, which are its own business: no write will say so. Only for the check. */
void culprit_mark_unlogged(const void* address, size_t length);

/* start.c: makes the trace, if the environment asks for one. Does nothing the second time. */
void culprit_start(void);
/* Ends the recording of this process in order. */
void culprit_finish(void);
/* In the child of a fork: a trace of its own. */
void culprit_start_child(const char* parent_path);
/* Whether this process is the one that is recorded, and not the child of a vfork. */
int culprit_is_own_process(void);

/* thread.c: opens the calling thread's stream; 0 if it does not record. */
int culprit_open_thread(struct culprit_thread* thread);
static inline int culprit_ready(struct culprit_thread* thread) {
  return !CULPRIT_UNLIKELY(thread->stream->room == 0) || culprit_open_thread(thread);
}
void culprit_close_thread(void);
/* A stream has been announced for a thread: sets it up to be opened by its first event. */
void culprit_begin_thread(uint32_t id, uint32_t parent, uint32_t flags);
/* The child of a fork: its only thread has no stream yet. */
void culprit_reset_thread(void);
int culprit_same_stack(const struct culprit_thread* thread, uint64_t a, uint64_t b);

/* reads.c: whether reads are to be recorded. */
extern int culprit_reads __attribute__((visibility("hidden")));
/* These bytes were read by the innermost open call, or written. Precondition: busy. */
void culprit_log_read(struct culprit_thread* thread, uint64_t address, uint64_t length);
void culprit_mark_written(struct culprit_thread* thread, uint64_t address, uint64_t length);

/* shadow.c */
/* Makes room for one more open call; 0 if there is no memory. */
int culprit_grow_shadow(struct culprit_thread* thread);
/* Control is in a frame that calls above it have been left for: ends them. 1 if the innermost call is then the
 * frame's; otherwise the frame is not open, and nothing was done. */
int culprit_return_to(struct culprit_thread* thread, uint64_t frame);
/* A call with this frame begins: those that lay there, or below, are gone. */
void culprit_drop_below(struct culprit_thread* thread, uint64_t frame);
/* Ends the innermost `calls` calls with a cause. */
void culprit_end_calls(struct culprit_thread* thread, uint32_t calls, enum culprit_unwind_cause cause);
/* Ends the innermost loops of the innermost call until `loops` of them are left. */
void culprit_end_loops(struct culprit_thread* thread, uint32_t loops, enum culprit_loop_exit how);

/* define.c: the trace's id of a function or loop; UINT32_MAX for a loop that is not to be recorded, 0 if it cannot be
 * defined now. */
uint32_t culprit_define_site(struct culprit_cxx_function* site);
uint32_t culprit_define_vtable(struct culprit_cxx_vtable* vtable);
/* The functions of a module whose addresses are known somewhere, so that a pointer to one has a name, called or not. */
void culprit_define_code(struct culprit_cxx_module* module);
/* Of a type by its local id; 0 if it cannot be defined now. */
uint32_t culprit_define_type_row(struct culprit_cxx_module* module, uint32_t row);
/* A module that comes or goes describes variables that others only declare. Precondition: locked. */
void culprit_describe_globals(struct culprit_cxx_module* module);
void culprit_forget_globals(const struct culprit_cxx_module* module);
/* The type that a std::type_info belongs to; 0 if no module throws it. */
uint32_t culprit_define_type_of(const void* type_info);
/* A type known by name only (that of an exception). */
uint32_t culprit_define_type_name(const char* name);
/* What was defined belongs to another trace: everything is defined anew. */
void culprit_forget_definitions(void);
int culprit_is_loop_recorded(uint32_t id);
static inline uint32_t culprit_loop_id(struct culprit_cxx_function* loop) { /* 0 if it is not recorded */
  uint32_t id = __atomic_load_n(&loop->id, __ATOMIC_RELAXED);
  if (!id) id = culprit_define_site(loop);
  return id <= CULPRIT_MAX_FUNCTION ? id : 0;
}

/* module.c */
extern struct culprit_cxx_module* culprit_modules __attribute__((visibility("hidden")));
/* A new trace is to know of the modules what the one before was told. Precondition: one thread. */
void culprit_tell_again(void);
/* Whether code at this address is one of the hot functions, in whatever image. */
int culprit_is_hot(uint64_t address);
/* Whether code at this address is recorded: the entry of a function of a registered module. */
int culprit_is_recorded_entry(const void* target);
void culprit_lock_definitions(void);
/* For who may be called in a handler that interrupted their owner. */
int culprit_try_to_lock_definitions(void);
void culprit_unlock_definitions(void);
