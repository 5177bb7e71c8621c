/* Processes that come out of this one: the child of a fork has a trace of its own, which begins with what memory holds
 * and with the calls that are open. */
#define _GNU_SOURCE
#include "recorders/cxx/runtime/fork.h"

#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/foreign.h"
#include "recorders/cxx/runtime/heap.h"
#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/interpose.h"
#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/signals.h"
#include "recorders/runtime/internal.h"

static __thread int is_locked;

/* No definition may be half made in the child: there, nobody would finish it. A handler that interrupted the runtime may
 * have interrupted a definition, and cannot wait for it. */
static void before_fork(void) {
  is_locked = culprit_process_trace && !culprit_thread.signal_depth;
  if (is_locked) culprit_lock_definitions();
}
static void after_fork(void) {
  if (is_locked) culprit_unlock_definitions();
}

static void log_block(uint64_t address, size_t size, void* stream) {
  culprit_allocate((struct culprit_stream*)stream, CULPRIT_MEMORY_HEAP, 0, address, size);
  culprit_log_own((struct culprit_stream*)stream, CULPRIT_BLOCK_INITIAL, 0, address, size);
}

/* The open calls are entered again, without arguments. */
static void enter_again(struct culprit_thread* thread) {
  for (struct culprit_open* open = thread->bottom + 1; open < thread->top; open++) {
    open->start = thread->stream->nodes + 1;
    int is_loop = culprit_is_loop(open);
    uint32_t id = culprit_define_site(culprit_site(open));
    if (!is_loop) {
      if (culprit_line_of(open - 1)) culprit_call_line(thread->stream, culprit_line_of(open - 1), 0, 0);
      culprit_enter(thread->stream, id, open->frame, NULL, 0);
    } else if (id && id <= CULPRIT_MAX_FUNCTION) {
      culprit_loop(thread->stream, id, NULL, 0);
      culprit_iteration(thread->stream, id, NULL, 0);
    }
  }
}

static void log_state(struct culprit_thread* thread) {
  uint64_t here = (uint64_t)__builtin_frame_address(0);
  culprit_heap_for_each(log_block, thread->stream);
  if (here - thread->stack_low < thread->stack_high - thread->stack_low)
    culprit_log_own(thread->stream, CULPRIT_BLOCK_INITIAL, 0, here, thread->stack_high - here);
}

/* What the handler interrupted goes on in the child, in the middle of the parent's trace: its memory stays, but is no
 * longer the file's. Such a child is not recorded. */
static void in_interrupted_child(void) {
  struct culprit_trace* old = culprit_process_trace;
  culprit_process_trace = NULL;
  culprit_trace_abandon(old);
  culprit_reset_thread();
  culprit_forget_signals();
}

static void in_child(void) {
  struct culprit_thread* thread = &culprit_thread;
  struct culprit_trace* old = culprit_process_trace;
  after_fork();
  if (!old) return;
  if (thread->signal_depth) return in_interrupted_child();
  char parent[PATH_MAX];
  culprit_occupy(thread);
  memcpy(parent, old->path, sizeof parent);
  culprit_process_trace = NULL;
  culprit_trace_abandon(old);
  culprit_trace_close(old);
  culprit_care &= ~(uint32_t)CULPRIT_CARE_ORDER;
  culprit_set_care(thread, culprit_care);
  culprit_reset_thread();
  culprit_forget_signals();
  culprit_forget_definitions();
  culprit_forget_files();
  culprit_forget_objects();
  culprit_free_foreign(thread);
  thread->busy--;
  culprit_start_child(parent);
  if (culprit_process_trace && culprit_ready(thread)) {
    culprit_log_image();
    for (struct culprit_cxx_module* module = culprit_modules; module; module = module->next)
      culprit_log_object(module);
    culprit_occupy(thread);
    culprit_tell_again();
    for (struct culprit_cxx_module* module = culprit_modules; module; module = module->next)
      culprit_define_code(module);
    log_state(thread);
    enter_again(thread);
    thread->busy--;
  }
}

void culprit_watch_forks(void) {
  pthread_atfork(before_fork, after_fork, in_child);
}

/* The innermost open call made a process. */
static void log_process(pid_t process, enum culprit_process how) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room || thread->busy || !culprit_is_own_process()) return;
  culprit_occupy(thread);
  culprit_process(thread->stream, (uint64_t)process, how);
  thread->busy--;
}

INTERPOSE(pid_t, fork, (void)) {
  pid_t child = THE_REAL(fork)();
  if (child > 0) log_process(child, CULPRIT_PROCESS_FORK);
  return child;
}

INTERPOSE(int, posix_spawn,
          (pid_t * child, const char* path, const posix_spawn_file_actions_t* actions,
           const posix_spawnattr_t* attributes, char* const argv[], char* const envp[])) {
  pid_t own;
  if (!child) child = &own;
  int error = THE_REAL(posix_spawn)(child, path, actions, attributes, argv, envp);
  if (!error) log_process(*child, CULPRIT_PROCESS_SPAWN);
  if (!error && child != &own) culprit_cxx_write4(child, (uint32_t)*child, culprit_told_line());
  return error;
}
INTERPOSE(int, posix_spawnp,
          (pid_t * child, const char* file, const posix_spawn_file_actions_t* actions,
           const posix_spawnattr_t* attributes, char* const argv[], char* const envp[])) {
  pid_t own;
  if (!child) child = &own;
  int error = THE_REAL(posix_spawnp)(child, file, actions, attributes, argv, envp);
  if (!error) log_process(*child, CULPRIT_PROCESS_SPAWN);
  if (!error && child != &own) culprit_cxx_write4(child, (uint32_t)*child, culprit_told_line());
  return error;
}

/* The process goes on as another program. If that is recorded too, it finds this trace's name taken and makes its own. */
INTERPOSE(int, execve, (const char* path, char* const argv[], char* const envp[])) {
  log_process(getpid(), CULPRIT_PROCESS_EXEC);
  return THE_REAL(execve)(path, argv, envp);
}
INTERPOSE(int, execv, (const char* path, char* const argv[])) {
  log_process(getpid(), CULPRIT_PROCESS_EXEC);
  return THE_REAL(execv)(path, argv);
}
INTERPOSE(int, execvp, (const char* file, char* const argv[])) {
  log_process(getpid(), CULPRIT_PROCESS_EXEC);
  return THE_REAL(execvp)(file, argv);
}
INTERPOSE(int, execvpe, (const char* file, char* const argv[], char* const envp[])) {
  log_process(getpid(), CULPRIT_PROCESS_EXEC);
  return THE_REAL(execvpe)(file, argv, envp);
}

static int count_arguments(va_list more) {
  int count = 1;
  while (va_arg(more, char*)) count++;
  return count;
}
/* The arguments as an array, on the caller's stack. */
#define LISTED_ARGUMENTS             \
  va_list more;                      \
  va_start(more, first);             \
  int count = count_arguments(more); \
  va_end(more);                      \
  char* argv[count + 1];             \
  va_start(more, first);             \
  argv[0] = (char*)first;            \
  for (int i = 1; i <= count; i++) argv[i] = va_arg(more, char*);
INTERPOSE(int, execl, (const char* path, const char* first, ...)) {
  LISTED_ARGUMENTS
  va_end(more);
  return OWN(execv)(path, argv);
}
INTERPOSE(int, execlp, (const char* file, const char* first, ...)) {
  LISTED_ARGUMENTS
  va_end(more);
  return OWN(execvp)(file, argv);
}
INTERPOSE(int, execle, (const char* path, const char* first, ...)) {
  LISTED_ARGUMENTS
  char* const* envp = va_arg(more, char* const*);
  va_end(more);
  return OWN(execve)(path, argv, envp);
}
