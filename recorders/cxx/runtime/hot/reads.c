/* The hooks after reads of 1, 2, 4 and 8 bytes, and before copies of so many. */
#include "recorders/cxx/runtime/hot/hot.h"

/* As for writes, no test for addresses past 2^47: they were read, or the program ends there. */
HOT_PART void read_hot(uint64_t address, uint32_t size_log2) {
  struct culprit_seen* seen = culprit_thread.seen;
  if (!seen) return;
  struct culprit_seen* slot = culprit_slot(seen, address, size_log2);
  uint64_t key = culprit_key(address, size_log2);
  if (slot->key == key && slot->stamp >= culprit_thread.top[-1].start) return;
  struct culprit_stream* stream = culprit_thread.stream;
  HOT_WINDOW
  uint64_t* base = stream->read_base + (address >> 45 & 1);
  uint64_t delta = address - *base;
  if (CULPRIT_UNLIKELY(delta + 0x800000 >= 0x1000000) || CULPRIT_UNLIKELY((uint32_t)at + 12 > stream->room))
    HOT_OR(culprit_hot_read_slow(address, size_log2));
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);
  record[0] = (uint32_t)CULPRIT_READ << 27 | size_log2 << 25 | ((uint32_t)(address >> 21) & 1 << 24) |
              (uint32_t)(delta & 0xffffff);
  *base = address;
  HOT_COMMIT(4);
  culprit_mark(slot, key, stream->nodes);
}

CULPRIT_HOT void culprit_cxx_read1(const void* address) {
  read_hot((uint64_t)address, 0);
}
CULPRIT_HOT void culprit_cxx_read2(const void* address) {
  read_hot((uint64_t)address, 1);
}
CULPRIT_HOT void culprit_cxx_read4(const void* address) {
  read_hot((uint64_t)address, 2);
}
CULPRIT_HOT void culprit_cxx_read8(const void* address) {
  read_hot((uint64_t)address, 3);
}
