/* Signal handlers. One that interrupts recorded code, or the C library, records into the thread's own stream, below the
 * call that it interrupted. One that interrupts the runtime in the middle of something gets a stream of its own.
 *
 * The program's handlers are kept here, and the system is given one that finds out which of the two it is. The program
 * sees its own handlers only. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "recorders/cxx/runtime/foreign.h"
#include "recorders/cxx/runtime/interpose.h"
#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/signals.h"

enum { MOST_NESTED = 8 };
/* What handlers with streams of their own have interrupted. */
struct interrupted {
  struct culprit_thread thread;
  uint64_t frame; /* of the function that called the handler */
};
/* On pages of its own: a library that is loaded late gets little thread-local memory. */
struct nest {
  struct interrupted interrupted[MOST_NESTED];
  struct culprit_thread kept[MOST_NESTED]; /* the handlers' states, between one and the next of that depth */
};
static __thread struct nest* nest;

static struct sigaction actions[_NSIG]; /* what the program asked for, where the system has `handle` */
static uint32_t is_in_use;              /* there has been one: the system's answers need translating */

static int is_in_runtime(const struct culprit_thread* thread, const ucontext_t* context) {
  return thread->busy || culprit_is_hot((uint64_t)context->uc_mcontext.gregs[REG_RIP]);
}

static void run_handler(const struct sigaction* action, int signal, siginfo_t* info, void* context) {
  if (action->sa_flags & SA_SIGINFO) {
    action->sa_sigaction(signal, info, context);
  } else {
    action->sa_handler(signal);
  }
}

static void run_unrecorded(const struct sigaction* action, int signal, siginfo_t* info, void* context) {
  struct culprit_thread* thread = &culprit_thread;
  struct culprit_thread aside = *thread;
  culprit_set_apart(thread, &aside);
  thread->state = CULPRIT_THREAD_CLOSED;
  run_handler(action, signal, info, context);
  *thread = aside;
  culprit_set_care(thread, culprit_care);
}

/* The interrupted state is set aside, and comes back as it was. The handler's stream stays open for the next one: opening
 * takes longer than a timer may leave. From now on there are several streams, and their order counts. */
static void run_apart(const struct sigaction* action, int signal, siginfo_t* info, void* context) {
  struct culprit_thread* thread = &culprit_thread;
  uint32_t depth = thread->signal_depth;
  if (!nest) nest = (struct nest*)culprit_pages(sizeof *nest);
  if (depth == MOST_NESTED || !nest) {
    return run_unrecorded(action, signal, info, context);
  }
  culprit_take_care(thread, CULPRIT_CARE_ORDER);
  nest->interrupted[depth].thread = *thread;
  nest->interrupted[depth].frame = (uint64_t)__builtin_frame_address(0);
  if (nest->kept[depth].state == CULPRIT_THREAD_OPEN) {
    *thread = nest->kept[depth];
    culprit_set_care(thread, culprit_care);
  } else {
    culprit_set_apart(thread, &nest->interrupted[depth].thread);
  }
  thread->signal_depth = depth + 1;
  culprit_cxx_order();
  run_handler(action, signal, info, context);
  nest->kept[depth] = *thread;
  *thread = nest->interrupted[depth].thread;
  culprit_set_care(thread, culprit_care);
}

static void handle(int signal, siginfo_t* info, void* context) {
  struct sigaction action = actions[signal];
  struct culprit_thread* thread = &culprit_thread;
  if (culprit_process_trace && is_in_runtime(thread, (const ucontext_t*)context)) {
    run_apart(&action, signal, info, context);
    return;
  }
  /* The line of a call that was about to be made is not that of the handler's. */
  uint32_t line = culprit_line_of(thread->top - 1);
  culprit_set_line(thread->top - 1, 0);
  run_handler(&action, signal, info, context);
  culprit_set_line(thread->top - 1, line);
}

/* The handler jumped out, over what it had interrupted in the runtime: that is given up. Its record was not committed. */
void culprit_leave_signals(struct culprit_thread* thread, uint64_t frame) {
  while (thread->signal_depth && nest && nest->interrupted[thread->signal_depth - 1].frame < frame) {
    uint32_t depth = thread->signal_depth - 1;
    culprit_tell_stream(thread);
    culprit_end_calls(thread, culprit_open_calls(thread), CULPRIT_UNWIND_JUMP);
    nest->kept[depth] = *thread;
    *thread = nest->interrupted[depth].thread;
    thread->busy = 0;
  }
}

void culprit_close_signals(void) {
  struct culprit_thread own = culprit_thread;
  if (!nest) return;
  for (int i = 0; i < MOST_NESTED; i++) {
    if (nest->kept[i].state != CULPRIT_THREAD_OPEN) continue;
    culprit_thread = nest->kept[i];
    nest->kept[i].state = CULPRIT_THREAD_CLOSED;
    culprit_close_thread();
  }
  culprit_thread = own;
  if (own.signal_depth) return; /* one of them ends the thread */
  culprit_pages_free(nest, sizeof *nest);
  nest = NULL;
}

void culprit_forget_signals(void) {
  for (int i = 0; nest && i < MOST_NESTED; i++) nest->kept[i].state = CULPRIT_THREAD_NEW;
}

/* The child of a vfork has the parent's memory, and signals of its own; a process that is not recorded needs no care. */
static int is_taken_over(void) {
  return culprit_process_trace && culprit_is_own_process();
}

/* Declared by its own function below. */
static int (*culprit_real_sigaction(void))(int, const struct sigaction*, struct sigaction*);
static int set_action(int signal, const struct sigaction* wanted, struct sigaction* old) {
  int (*real)(int, const struct sigaction*, struct sigaction*) = culprit_real_sigaction();
  if (signal <= 0 || signal >= _NSIG) return real(signal, wanted, old);
  struct sigaction before = actions[signal], shown;
  int has_handler = wanted && wanted->sa_handler != SIG_DFL && wanted->sa_handler != SIG_IGN;
  struct sigaction installed = wanted ? *wanted : before;
  if (has_handler && is_taken_over()) {
    __atomic_store_n(&is_in_use, 1, __ATOMIC_RELAXED);
    actions[signal] = *wanted;
    installed.sa_sigaction = handle;
    installed.sa_flags |= SA_SIGINFO;
  }
  int result = real(signal, wanted ? &installed : NULL, &shown);
  if (result != 0) {
    actions[signal] = before;
    return result;
  }
  if (old) *old = shown.sa_sigaction == handle ? before : shown;
  return 0;
}
static int is_plain(void) {
  return !culprit_process_trace && !__atomic_load_n(&is_in_use, __ATOMIC_RELAXED);
}

INTERPOSE(int, sigaction, (int signal, const struct sigaction* wanted, struct sigaction* old)) {
  if (is_plain()) return THE_REAL(sigaction)(signal, wanted, old);
  int result = set_action(signal, wanted, old);
  if (result == 0 && old) culprit_cxx_block(old, sizeof *old, culprit_told_line());
  return result;
}

static sighandler_t set_handler(int signal, sighandler_t handler, int flags) {
  struct sigaction wanted = {.sa_handler = handler, .sa_flags = flags}, old;
  sigemptyset(&wanted.sa_mask);
  if (!(flags & SA_RESETHAND)) sigaddset(&wanted.sa_mask, signal);
  if (handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return set_action(signal, &wanted, &old) == 0 ? old.sa_handler : SIG_ERR;
}
INTERPOSE(sighandler_t, signal, (int number, sighandler_t handler)) {
  if (is_plain()) return THE_REAL(signal)(number, handler);
  return set_handler(number, handler, SA_RESTART);
}
INTERPOSE(sighandler_t, bsd_signal, (int number, sighandler_t handler)) {
  return OWN(signal)(number, handler);
}
INTERPOSE(sighandler_t, __sysv_signal, (int number, sighandler_t handler)) {
  if (is_plain()) return THE_REAL(__sysv_signal)(number, handler);
  return set_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}
INTERPOSE(sighandler_t, sysv_signal, (int number, sighandler_t handler)) {
  return OWN(__sysv_signal)(number, handler);
}

static int (*culprit_real_sigaction(void))(int, const struct sigaction*, struct sigaction*) {
  return THE_REAL(sigaction);
}
