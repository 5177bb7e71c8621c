/* Threads of the C++ library: what it writes on its own, and when a thread ends. */
#include "recorders/cxx/runtime/wrap.h"

/* std::thread's constructor: pthread_create logs the identity; the new thread's function is taken out of its owner. */
void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    void*, void**, void (*)(void)) IN_LIBSTDCXX;
WRAP(void, _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE,
     (void* thread, void** owner, void (*depend)(void))) {
  _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(thread, owner,
                                                                                        depend);
  culprit_wrote8(thread);
  culprit_wrote8(owner);
}

/* What is to be made ready when the thread ends (std::promise::set_value_at_thread_exit): the library keeps such objects, and calls
 * their functions, which are its own. Ours does the same, and logs it. */
struct counts { /* std::_Sp_counted_base, of std::shared_ptr */
  void (*const* table)(struct counts*);
  int32_t uses, weak_uses;
};
struct shared_state { /* std::__future_base::_State_baseV2 */
  void *table, *result;
  uint32_t status;
};
struct at_thread_exit {
  struct at_thread_exit* next;
  void (*run)(void*);
  struct shared_state* state;
  struct counts* counts;
};
enum { DISPOSE = 2, DESTROY = 3, READY = 1 };
#define WAITED_FOR 0x80000000u

void _ZdlPvm(void*, size_t) IN_LIBSTDCXX;
void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(uint32_t*) IN_LIBSTDCXX;

/* Gives what is left. */
static int32_t count_down(int32_t* count) {
  culprit_cxx_atomic(count);
  int32_t left = __atomic_sub_fetch(count, 1, __ATOMIC_ACQ_REL);
  culprit_cxx_write4(count, (uint32_t)left, culprit_told_line());
  culprit_cxx_atomic_end(count);
  return left;
}

/* 0 if nobody uses it any more. */
static int use(struct counts* counts) {
  culprit_cxx_atomic(&counts->uses);
  int32_t uses = __atomic_load_n(&counts->uses, __ATOMIC_RELAXED);
  while (uses &&
         !__atomic_compare_exchange_n(&counts->uses, &uses, uses + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    continue;
  if (uses) culprit_cxx_write4(&counts->uses, (uint32_t)uses + 1, culprit_told_line());
  culprit_cxx_atomic_end(&counts->uses);
  return uses != 0;
}

static void make_ready(uint32_t* status) {
  culprit_cxx_order();
  culprit_cxx_atomic(status);
  uint32_t before = __atomic_exchange_n(status, READY, __ATOMIC_RELEASE);
  culprit_cxx_write4(status, READY, culprit_told_line());
  culprit_cxx_atomic_end(status);
  if (before & WAITED_FOR) _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(status);
}

static void make_ready_at_exit(void* object) {
  struct at_thread_exit* self = (struct at_thread_exit*)object;
  struct counts* counts = self->counts;
  if (counts && use(counts)) {
    make_ready(&self->state->status);
    if (count_down(&counts->uses) == 0) {
      counts->table[DISPOSE](counts);
      if (count_down(&counts->weak_uses) == 0) counts->table[DESTROY](counts);
    }
  }
  if (counts && count_down(&counts->weak_uses) == 0) counts->table[DESTROY](counts);
  _ZdlPvm(self, sizeof *self);
}

void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(struct at_thread_exit*) IN_LIBSTDCXX;
WRAP(void, _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv, (struct at_thread_exit * object)) {
  _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(object);
  object->run = make_ready_at_exit;
  culprit_wrote8(&object->next);
  culprit_wrote8((void*)&object->run);
}
