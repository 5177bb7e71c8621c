/* Threads: each has a stream, announced by the thread that starts it. Once there are several, whatever one can wait for
 * in another takes a sequence number: what follows it comes after all that carries a lower one. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

#include "recorders/cxx/runtime/file_buffers.h"
#include "recorders/cxx/runtime/interpose.h"
#include "recorders/cxx/runtime/runtime.h"

struct beginning {
  void* (*run)(void*);
  int (*run_c11)(void*);
  void* argument;
  uint32_t id, parent;
};

static void* thread_begins(void* from) {
  struct beginning beginning = *(struct beginning*)from;
  culprit_occupy(&culprit_thread);
  free(from);
  culprit_thread.busy--;
  culprit_begin_thread(beginning.id, beginning.parent, 0);
  return beginning.run(beginning.argument);
}
static int c11_thread_begins(void* from) {
  struct beginning beginning = *(struct beginning*)from;
  culprit_occupy(&culprit_thread);
  free(from);
  culprit_thread.busy--;
  culprit_begin_thread(beginning.id, beginning.parent, 0);
  return beginning.run_c11(beginning.argument);
}

/* NULL if the new thread is not to be recorded. */
static struct beginning* announce(struct culprit_thread* thread) {
  if (!culprit_process_trace || !culprit_ready(thread)) return NULL;
  culprit_occupy(thread);
  struct beginning* beginning = (struct beginning*)malloc(sizeof *beginning);
  if (beginning) {
    culprit_take_care(thread, CULPRIT_CARE_ORDER);
    culprit_sequence(thread->stream);
    *beginning =
        (struct beginning){.id = culprit_stream_reserve(culprit_process_trace), .parent = thread->stream->id};
  }
  thread->busy--;
  return beginning;
}

/* A number that was taken must not stay without a stream. */
static void started(struct culprit_thread* thread, uint32_t id, uint32_t parent, struct beginning* unused) {
  culprit_occupy(thread);
  if (unused) {
    culprit_stream_close(culprit_stream_open(culprit_process_trace, id, parent, 0));
    free(unused);
  }
  culprit_spawn(thread->stream, id);
  thread->busy--;
}

INTERPOSE(int, pthread_create,
          (pthread_t * thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument)) {
  struct beginning* beginning = announce(&culprit_thread);
  if (!beginning) return THE_REAL(pthread_create)(thread, attributes, run, argument);
  uint32_t id = beginning->id, parent = beginning->parent;
  beginning->run = run;
  beginning->argument = argument;
  int error = THE_REAL(pthread_create)(thread, attributes, thread_begins, beginning);
  started(&culprit_thread, id, parent, error ? beginning : NULL);
  if (!error) culprit_cxx_write8(thread, (uint64_t)*thread, culprit_told_line());
  return error;
}
INTERPOSE(int, thrd_create, (thrd_t * thread, thrd_start_t run, void* argument)) {
  struct beginning* beginning = announce(&culprit_thread);
  if (!beginning) return THE_REAL(thrd_create)(thread, run, argument);
  uint32_t id = beginning->id, parent = beginning->parent;
  beginning->run_c11 = run;
  beginning->argument = argument;
  int error = THE_REAL(thrd_create)(thread, c11_thread_begins, beginning);
  started(&culprit_thread, id, parent, error != thrd_success ? beginning : NULL);
  if (error == thrd_success) culprit_cxx_write8(thread, (uint64_t)*thread, culprit_told_line());
  return error;
}

INTERPOSE(int, pthread_join, (pthread_t thread, void** result)) {
  int error = THE_REAL(pthread_join)(thread, result);
  culprit_cxx_order();
  if (!error && result) culprit_cxx_write8(result, (uint64_t)*result, culprit_told_line());
  return error;
}
INTERPOSE(int, thrd_join, (thrd_t thread, int* result)) {
  int error = THE_REAL(thrd_join)(thread, result);
  culprit_cxx_order();
  if (error == thrd_success && result) culprit_cxx_write4(result, (uint32_t)*result, culprit_told_line());
  return error;
}

/* Before a release, after an acquire, or both. `objects` are what the function changes and nobody else looks into. */
#define ORDER                                                   \
  do {                                                          \
    if (culprit_care & CULPRIT_CARE_ORDER) culprit_cxx_order(); \
  } while (0)
#define OF(object) culprit_mark_unlogged(object, sizeof *(object))
#define ACQUIRE(name, parameters, arguments, objects) \
  INTERPOSE(int, name, parameters) {                  \
    if (culprit_checks) objects;                      \
    int result = THE_REAL(name) arguments;            \
    ORDER;                                            \
    return result;                                    \
  }
#define RELEASE(name, parameters, arguments, objects) \
  INTERPOSE(int, name, parameters) {                  \
    if (culprit_checks) objects;                      \
    culprit_release_streams();                        \
    ORDER;                                            \
    return THE_REAL(name) arguments;                  \
  }
#define BOTH(name, parameters, arguments, objects) \
  INTERPOSE(int, name, parameters) {               \
    if (culprit_checks) objects;                   \
    culprit_release_streams();                     \
    ORDER;                                         \
    int result = THE_REAL(name) arguments;         \
    ORDER;                                         \
    return result;                                 \
  }
typedef pthread_mutex_t mutex;
typedef pthread_cond_t cond;
typedef pthread_rwlock_t rwlock;
typedef const struct timespec* instant;
ACQUIRE(pthread_mutex_lock, (mutex * lock), (lock), OF(lock))
ACQUIRE(pthread_mutex_trylock, (mutex * lock), (lock), OF(lock))
ACQUIRE(pthread_mutex_timedlock, (mutex * lock, instant until), (lock, until), OF(lock))
ACQUIRE(pthread_mutex_clocklock, (mutex * lock, clockid_t clock, instant until), (lock, clock, until),
        OF(lock))
RELEASE(pthread_mutex_unlock, (mutex * lock), (lock), OF(lock))
RELEASE(pthread_mutex_destroy, (mutex * lock), (lock), OF(lock))
BOTH(pthread_cond_wait, (cond * condition, mutex* lock), (condition, lock), (OF(condition), OF(lock)))
BOTH(pthread_cond_timedwait, (cond * condition, mutex* lock, instant until), (condition, lock, until),
     (OF(condition), OF(lock)))
BOTH(pthread_cond_clockwait, (cond * condition, mutex* lock, clockid_t clock, instant until),
     (condition, lock, clock, until), (OF(condition), OF(lock)))
RELEASE(pthread_cond_signal, (cond * condition), (condition), OF(condition))
RELEASE(pthread_cond_broadcast, (cond * condition), (condition), OF(condition))
RELEASE(pthread_cond_destroy, (cond * condition), (condition), OF(condition))
ACQUIRE(pthread_rwlock_rdlock, (rwlock * lock), (lock), OF(lock))
ACQUIRE(pthread_rwlock_wrlock, (rwlock * lock), (lock), OF(lock))
ACQUIRE(pthread_rwlock_tryrdlock, (rwlock * lock), (lock), OF(lock))
ACQUIRE(pthread_rwlock_trywrlock, (rwlock * lock), (lock), OF(lock))
ACQUIRE(pthread_rwlock_timedrdlock, (rwlock * lock, instant until), (lock, until), OF(lock))
ACQUIRE(pthread_rwlock_timedwrlock, (rwlock * lock, instant until), (lock, until), OF(lock))
ACQUIRE(pthread_rwlock_clockrdlock, (rwlock * lock, clockid_t clock, instant until), (lock, clock, until),
        OF(lock))
ACQUIRE(pthread_rwlock_clockwrlock, (rwlock * lock, clockid_t clock, instant until), (lock, clock, until),
        OF(lock))
RELEASE(pthread_rwlock_unlock, (rwlock * lock), (lock), OF(lock))
ACQUIRE(pthread_spin_lock, (pthread_spinlock_t * lock), (lock),
        culprit_mark_unlogged((void*)lock, sizeof *lock))
ACQUIRE(pthread_spin_trylock, (pthread_spinlock_t * lock), (lock),
        culprit_mark_unlogged((void*)lock, sizeof *lock))
RELEASE(pthread_spin_unlock, (pthread_spinlock_t * lock), (lock),
        culprit_mark_unlogged((void*)lock, sizeof *lock))
BOTH(pthread_barrier_wait, (pthread_barrier_t * barrier), (barrier), OF(barrier))
BOTH(pthread_once, (pthread_once_t * once, void (*run)(void)), (once, run), OF(once))
ACQUIRE(sem_wait, (sem_t * semaphore), (semaphore), OF(semaphore))
ACQUIRE(sem_trywait, (sem_t * semaphore), (semaphore), OF(semaphore))
ACQUIRE(sem_timedwait, (sem_t * semaphore, instant until), (semaphore, until), OF(semaphore))
ACQUIRE(sem_clockwait, (sem_t * semaphore, clockid_t clock, instant until), (semaphore, clock, until),
        OF(semaphore))
RELEASE(sem_post, (sem_t * semaphore), (semaphore), OF(semaphore))
ACQUIRE(mtx_lock, (mtx_t * lock), (lock), OF(lock))
ACQUIRE(mtx_trylock, (mtx_t * lock), (lock), OF(lock))
ACQUIRE(mtx_timedlock, (mtx_t * lock, instant until), (lock, until), OF(lock))
RELEASE(mtx_unlock, (mtx_t * lock), (lock), OF(lock))
BOTH(cnd_wait, (cnd_t * condition, mtx_t* lock), (condition, lock), (OF(condition), OF(lock)))
BOTH(cnd_timedwait, (cnd_t * condition, mtx_t* lock, instant until), (condition, lock, until),
     (OF(condition), OF(lock)))
RELEASE(cnd_signal, (cnd_t * condition), (condition), OF(condition))
RELEASE(cnd_broadcast, (cnd_t * condition), (condition), OF(condition))
