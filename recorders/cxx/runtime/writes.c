/* Writes to memory, but the hot ones (hot/writes.c). */
#include <stdint.h>

#include "recorders/cxx/runtime/hot/hot.h"
#include "recorders/cxx/runtime/runtime.h"

/* A line that no form of the record has room for stands before it as an absolute one, which the runtime does not know:
 * it is left out. */
CULPRIT_EXPORT void culprit_hot_write_slow(uint64_t address, uint64_t value, uint32_t size_log2,
                                           uint32_t line) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_process_trace || !culprit_ready(thread)) return;
  culprit_occupy(thread);
  culprit_write(thread->stream, address, value, size_log2, line);
  culprit_mark_written(thread, address, (uint64_t)1 << size_log2);
  thread->busy--;
}

CULPRIT_EXPORT void culprit_cxx_block(void* address, uint64_t length, uint32_t line) {
  struct culprit_thread* thread = &culprit_thread;
  if (!length || !culprit_ready(thread)) return;
  culprit_occupy(thread);
  culprit_block(thread->stream, 0, line, (uint64_t)address, address, length);
  culprit_mark_written(thread, (uint64_t)address, length);
  thread->busy--;
}

CULPRIT_EXPORT void culprit_cxx_fill(void* address, uint8_t byte, uint64_t length, uint32_t line) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_ready(thread)) return;
  culprit_occupy(thread);
  culprit_fill(thread->stream, byte, line, (uint64_t)address, length);
  culprit_mark_written(thread, (uint64_t)address, length);
  thread->busy--;
}

CULPRIT_EXPORT void culprit_cxx_vptr(struct culprit_cxx_vtable* vtable, void* address, uint64_t value,
                                     uint32_t line) {
  struct culprit_thread* thread = &culprit_thread;
  if (CULPRIT_UNLIKELY(vtable && !vtable->id) && culprit_ready(thread)) {
    culprit_occupy(thread);
    culprit_define_vtable(vtable);
    thread->busy--;
  }
  culprit_cxx_write8(address, value, line);
}

CULPRIT_EXPORT void culprit_cxx_array(void* address, uint64_t length, uint32_t line) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_ready(thread)) return;
  culprit_occupy(thread);
  culprit_allocate(thread->stream, CULPRIT_MEMORY_STACK, line, (uint64_t)address, length);
  thread->busy--;
}

CULPRIT_EXPORT void culprit_cxx_order(void) {
  struct culprit_thread* thread = &culprit_thread;
  if (!(culprit_care & CULPRIT_CARE_ORDER) || !culprit_ready(thread)) return;
  culprit_occupy(thread);
  culprit_sequence(thread->stream);
  thread->busy--;
}
