/* Of the threads of a program one runs at a time, until it waits; then the one that has been able to go on for longest. What the
 * system decides, when it wakes a thread or lets it wait for a page, does not count: the order of all events follows from the program.
 *
 * Waiting for a mutex, a condition, the end of a thread and what the C++ library waits with is done here. The recorder sees what it
 * sees of a thread that did not have to wait: its functions and the library's are called when they return at once. Time passes only
 * when every thread waits, and then at once to the first end of a wait. Other waits are the system's: who does that has no turn
 * meanwhile, and what is first then is left to chance. If every thread waits, and none for a time, the process ends.
 *
 * Stands between the program and the recorder's own definitions of these functions. */
#define _GNU_SOURCE
#include "tests/mutants/runtime/turns.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "recorders/cxx/runtime/runtime.h"
#include "tests/mutants/runtime/exit_codes.h"

struct turn {
  uintptr_t thread;
  const void* awaits; /* an object; NULL if it can go on */
  uint64_t since;     /* when it began to wait: a count of waits */
  uint64_t until;     /* in nanoseconds that have passed; 0: not for a time */
  uint32_t comes;     /* its turn has; a futex */
  uint32_t is_here;   /* the new thread has got as far as to wait for its first turn; a futex */
  uint32_t rounds;    /* of destructors of thread-specific values */
  uint8_t is_used, has_ended, is_late; /* the last wait ended since its time had come */
};

static struct {
  struct turn* turns;
  struct turn** queue; /* a ring: who can go on, in the order in which they could */
  uint32_t most, used; /* turns that there can be; that there have been at once */
  uint32_t first, queued;
  uint32_t is_locked;
  uint32_t outside;  /* threads that wait in the system */
  uint32_t is_taken; /* somebody has the turn */
  uint32_t leaving;  /* the thread that had the turn before, and has ended; 0: it has not */
  uint64_t waits;
  uint64_t clock; /* nanoseconds that have passed */
  pthread_key_t ending;
}* all;
static __thread struct turn* own __attribute__((tls_model("initial-exec")));

static void* real_function(const char* name) {
  culprit_thread.busy++;
  void* function = dlsym(RTLD_NEXT, name);
  culprit_thread.busy--;
  return function;
}
#define REAL(name)                                    \
  __extension__({                                     \
    static __typeof__(&name) real;                    \
    if (!real) *(void**)&real = real_function(#name); \
    real;                                             \
  })
/* The recorder's own locks are none of the program's. */
static int has_turn(void) {
  return own != NULL && !culprit_thread.busy;
}

/* `syscall` is one of those that the program gets from here. */
static long call_system(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long fourth __asm__("r10") = d, fifth __asm__("r8") = e, sixth __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
}
static long futex(const uint32_t* word, int what, uint32_t value) {
  return call_system(SYS_futex, (long)word, what, value, 0, 0, 0);
}

static void lock(void) {
  while (__atomic_exchange_n(&all->is_locked, 1, __ATOMIC_ACQUIRE))
    call_system(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}
static void unlock(void) {
  __atomic_store_n(&all->is_locked, 0, __ATOMIC_RELEASE);
}
static void await(const uint32_t* word) {
  while (!__atomic_load_n(word, __ATOMIC_ACQUIRE)) futex(word, FUTEX_WAIT_PRIVATE, 0);
}
static void announce(uint32_t* word) {
  __atomic_store_n(word, 1, __ATOMIC_RELEASE);
  futex(word, FUTEX_WAKE_PRIVATE, 1);
}

/* What an ended thread still does in the C library, to the memory that it had, is done before the next one goes on. */
static void see_off(void) {
  uint32_t leaving = all->leaving;
  all->leaving = 0;
  while (leaving && call_system(SYS_tgkill, getpid(), leaving, 0, 0, 0, 0) == 0)
    call_system(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}

static void enqueue(struct turn* turn) {
  all->queue[(all->first + all->queued++) % all->most] = turn;
}
static struct turn* first_in_time(void) {
  struct turn* first = NULL;
  for (struct turn* turn = all->turns; turn < all->turns + all->used; turn++)
    if (turn->awaits && turn->until && (!first || turn->until < first->until)) first = turn;
  if (!first) return NULL;
  all->clock = first->until;
  first->awaits = NULL;
  first->is_late = 1;
  return first;
}
static void hand_on(void) {
  lock();
  struct turn* next = NULL;
  if (all->queued) {
    next = all->queue[all->first];
    all->first = (all->first + 1) % all->most;
    all->queued--;
  } else if (!(next = first_in_time())) {
    all->is_taken = 0;
    if (!all->outside) call_system(SYS_exit_group, MUTANT_STUCK, 0, 0, 0, 0, 0);
  }
  unlock();
  if (next) announce(&next->comes);
}
static void await_turn(void) {
  await(&own->comes);
  own->comes = 0;
  see_off();
}

static void wait_for(const void* object) {
  own->awaits = object;
  own->since = ++all->waits;
  own->is_late = 0;
  hand_on();
  await_turn();
}
/* True if it was in vain. */
static int wait_for_at_most(const void* object, int64_t nanoseconds) {
  own->until = all->clock + (nanoseconds > 0 ? (uint64_t)nanoseconds : 0) + 1;
  wait_for(object);
  own->until = 0;
  return own->is_late;
}
/* Whoever has waited longest. */
static int wake_one(const void* object) {
  struct turn* longest = NULL;
  for (struct turn* turn = all->turns; turn < all->turns + all->used; turn++)
    if (turn->is_used && turn->awaits == object && (!longest || turn->since < longest->since)) longest = turn;
  if (!longest) return 0;
  longest->awaits = NULL;
  lock();
  enqueue(longest);
  unlock();
  return 1;
}
static void go_behind(void) {
  lock();
  enqueue(own);
  unlock();
  hand_on();
  await_turn();
}

/* Around a wait that is the system's. */
static void step_out(void) {
  lock();
  all->outside++;
  unlock();
  hand_on();
}
static void step_in(void) {
  int saved = errno;
  lock();
  all->outside--;
  int is_free = !all->is_taken;
  if (is_free)
    all->is_taken = 1;
  else
    enqueue(own);
  unlock();
  if (is_free)
    see_off();
  else
    await_turn();
  errno = saved;
}

/* As late as the system allows: then the recorder has closed the thread's stream. */
static void thread_ends(void* value) {
  struct turn* turn = (struct turn*)value;
  if (++turn->rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(all->ending, value);
    return;
  }
  turn->has_ended = 1;
  while (wake_one(turn)) continue;
  all->leaving = (uint32_t)gettid();
  own = NULL;
  hand_on();
}

size_t culprit_turns_size(uint32_t threads) {
  return sizeof *all + threads * (sizeof(struct turn) + sizeof(struct turn*));
}
void culprit_turns_begin(void* memory, uint32_t threads) {
  all = memory;
  all->most = threads;
  all->turns = (struct turn*)(all + 1);
  all->queue = (struct turn**)(all->turns + threads);
  all->is_taken = 1;
  pthread_key_create(&all->ending, thread_ends);
  all->used = 1;
  own = &all->turns[0];
  *own = (struct turn){.is_used = 1, .thread = (uintptr_t)pthread_self()};
  pthread_setspecific(all->ending, own);
}

struct turn* culprit_turn_new(void) {
  if (!has_turn()) return NULL;
  struct turn* turn = all->turns;
  while (turn < all->turns + all->used && turn->is_used) turn++;
  if (turn == all->turns + all->most) return NULL;
  if (turn == all->turns + all->used) all->used++;
  *turn = (struct turn){.is_used = 1};
  return turn;
}
void culprit_turn_unused(struct turn* turn) {
  turn->is_used = 0;
}
void culprit_turn_started(struct turn* turn, uintptr_t thread) {
  for (struct turn* old = all->turns; old < all->turns + all->used; old++) /* one that nobody waited for */
    if (old->thread == thread && old->has_ended) old->is_used = 0;
  turn->thread = thread;
  await(&turn->is_here);
  lock();
  enqueue(turn);
  unlock();
}
void culprit_turn_begins(struct turn* turn) {
  own = turn;
  pthread_setspecific(all->ending, turn);
  announce(&turn->is_here);
  await_turn();
  /* What it does now comes after what others have done since it was started. */
  culprit_cxx_order();
}

typedef pthread_mutex_t mutex;
typedef pthread_cond_t cond;
typedef const struct timespec* instant;
int pthread_mutex_lock(mutex* wanted) {
  if (!has_turn()) return REAL(pthread_mutex_lock)(wanted);
  for (;;) {
    int result = REAL(pthread_mutex_trylock)(wanted);
    if (result != EBUSY) return result;
    wait_for(wanted);
  }
}
int pthread_mutex_unlock(mutex* held) {
  int result = REAL(pthread_mutex_unlock)(held);
  if (has_turn()) wake_one(held);
  return result;
}
int pthread_cond_wait(cond* condition, mutex* held) {
  if (!has_turn()) return REAL(pthread_cond_wait)(condition, held);
  int result = pthread_mutex_unlock(held);
  if (result) return result;
  wait_for(condition);
  return pthread_mutex_lock(held);
}
static int64_t nanoseconds_of(const struct timespec* time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}
static int cond_wait_until(cond* condition, mutex* held, clockid_t clock, instant until) {
  struct timespec now;
  clock_gettime(clock, &now);
  int result = pthread_mutex_unlock(held);
  if (result) return result;
  int is_late = wait_for_at_most(condition, nanoseconds_of(until) - nanoseconds_of(&now));
  result = pthread_mutex_lock(held);
  return result ? result : is_late ? ETIMEDOUT : 0;
}
int pthread_cond_timedwait(cond* condition, mutex* held, instant until) {
  if (!has_turn()) return REAL(pthread_cond_timedwait)(condition, held, until);
  return cond_wait_until(condition, held, CLOCK_REALTIME, until);
}
int pthread_cond_clockwait(cond* condition, mutex* held, clockid_t clock, instant until) {
  if (!has_turn()) return REAL(pthread_cond_clockwait)(condition, held, clock, until);
  return cond_wait_until(condition, held, clock, until);
}
int pthread_cond_signal(cond* condition) {
  if (has_turn()) wake_one(condition);
  return REAL(pthread_cond_signal)(condition);
}
int pthread_cond_broadcast(cond* condition) {
  while (has_turn() && wake_one(condition)) continue;
  return REAL(pthread_cond_broadcast)(condition);
}

static struct turn* turn_of(pthread_t thread) {
  for (struct turn* turn = all->turns; turn < all->turns + all->used; turn++)
    if (turn->is_used && turn->thread == (uintptr_t)thread) return turn;
  return NULL;
}
int pthread_join(pthread_t thread, void** result) {
  struct turn* turn = has_turn() ? turn_of(thread) : NULL;
  if (!turn || turn == own) return REAL(pthread_join)(thread, result);
  while (!turn->has_ended) wait_for(turn);
  turn->is_used = 0;
  return REAL(pthread_join)(thread, result);
}

/* Who looks again and again whether it can go on. */
int sched_yield(void) {
  if (!has_turn()) return REAL(sched_yield)();
  go_behind();
  return 0;
}

int nanosleep(instant wanted, struct timespec* left) {
  if (!has_turn()) return REAL(nanosleep)(wanted, left);
  wait_for_at_most(own, nanoseconds_of(wanted));
  return 0;
}
int usleep(useconds_t microseconds) {
  if (!has_turn()) return REAL(usleep)(microseconds);
  wait_for_at_most(own, (int64_t)microseconds * 1000);
  return 0;
}

/* What the C++ library waits with: atomic variables, futures, the first use of a static variable. The result is the system's: an error
 * is below 0. */
static long wake_in_turn(uint32_t* word, uint32_t most) {
  long woken = 0;
  while (woken < (long)most && wake_one(word)) woken++;
  return woken + futex(word, FUTEX_WAKE_PRIVATE, most);
}
static long wait_in_turn(uint32_t* word, uint32_t value) {
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) return -EAGAIN;
  wait_for(word);
  return 0;
}
long syscall(long number, ...) {
  va_list rest;
  long a[6];
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  const int what = number == SYS_futex && has_turn() ? (int)a[1] & FUTEX_CMD_MASK : -1;
  const int waits = what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET, has_end = a[3] != 0;
  long result = 0;
  if (waits && has_end) step_out();
  if (what == FUTEX_WAKE || what == FUTEX_WAKE_BITSET)
    result = wake_in_turn((uint32_t*)a[0], (uint32_t)a[2]);
  else if (waits && !has_end)
    result = wait_in_turn((uint32_t*)a[0], (uint32_t)a[2]);
  else
    result = call_system(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (waits && has_end) step_in();
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}

#define OUTSIDE(name, parameters, arguments)      \
  int name parameters {                           \
    if (!has_turn()) return REAL(name) arguments; \
    step_out();                                   \
    int result = REAL(name) arguments;            \
    step_in();                                    \
    return result;                                \
  }
OUTSIDE(pthread_mutex_timedlock, (mutex * m, instant until), (m, until))
OUTSIDE(pthread_mutex_clocklock, (mutex * m, clockid_t clock, instant until), (m, clock, until))
OUTSIDE(pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
OUTSIDE(pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
OUTSIDE(pthread_spin_lock, (pthread_spinlock_t * l), (l))
OUTSIDE(pthread_barrier_wait, (pthread_barrier_t * b), (b))
OUTSIDE(sem_wait, (sem_t * s), (s))
OUTSIDE(sem_timedwait, (sem_t * s, instant until), (s, until))
