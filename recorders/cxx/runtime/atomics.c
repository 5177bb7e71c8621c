/* Atomic operations that write. Two threads may change one variable at the same time, and the log has to tell in which order
 * they did: an operation and its record are made under a lock of the address, with a sequence number that is taken there. The
 * host's code under it is a single instruction. */
#include <sched.h>

#include "recorders/cxx/runtime/runtime.h"

enum {
  LOCKS = 256,
  MOST_TRIES =
      4096, /* whoever has it then will not give it back: its thread is gone, or jumped out of a handler */
};
struct lock {
  const void* owner;
  uint32_t depth; /* a signal handler may interrupt its own thread here */
} __attribute__((aligned(64)));
static struct lock locks[LOCKS];

static struct lock* lock_of(const void* address) {
  uint64_t unit = (uint64_t)address >> 4; /* what overlaps has one lock */
  return &locks[(unit ^ unit >> 8) % LOCKS];
}

static void take(struct lock* lock, const void* own) {
  if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == own) {
    lock->depth++;
    return;
  }
  for (int tries = 0; tries < MOST_TRIES; tries++) {
    const void* none = NULL;
    if (__atomic_compare_exchange_n(&lock->owner, &none, own, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) break;
    sched_yield();
  }
  lock->depth = 1;
  __atomic_store_n(&lock->owner, own, __ATOMIC_RELAXED);
}

CULPRIT_EXPORT void culprit_cxx_atomic(const void* address) {
  if (!(culprit_care & CULPRIT_CARE_ORDER) || !culprit_ready(&culprit_thread)) return;
  take(lock_of(address), &culprit_thread);
  culprit_cxx_order();
}

CULPRIT_EXPORT void culprit_cxx_atomic_end(const void* address) {
  if (!(culprit_care & CULPRIT_CARE_ORDER)) return;
  culprit_cxx_order();
  struct lock* lock = lock_of(address);
  if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) != &culprit_thread) return;
  if (--lock->depth == 0) __atomic_store_n(&lock->owner, NULL, __ATOMIC_RELEASE);
}
