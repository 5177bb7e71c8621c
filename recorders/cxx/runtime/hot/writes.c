/* The hooks after writes of 1, 2, 4 and 8 bytes. */
#include "recorders/cxx/runtime/hot/hot.h"

/* The last addresses are below 2^47, and so is what lies near them, in programs: no test for that here. */
HOT_PART void write_hot(uint64_t address, uint64_t value, uint32_t size_log2, uint32_t line) {
  struct culprit_stream* stream = culprit_thread.stream;
  HOT_WINDOW
  uint32_t base = (uint32_t)(address >> 45) & 1;
  uint64_t delta = address - stream->base[base];
  if (CULPRIT_UNLIKELY(delta + 0x10000 >= 0x20000) || CULPRIT_UNLIKELY((uint32_t)at + 12 > stream->room) ||
      CULPRIT_UNLIKELY(line > 0xff))
    HOT_OR(culprit_hot_write_slow(address, value, size_log2, line));
  uint32_t* record = (uint32_t*)((char*)(window + 1) + at);
  record[0] = (uint32_t)CULPRIT_EVENT_WRITE << 28 | size_log2 << 26 | base << 25 | line << 17 |
              (uint32_t)(delta & 0x1ffff);
  stream->base[base] = address;
  if (size_log2 == 3) __builtin_memcpy(record + 1, &value, 8);
  if (size_log2 != 3) record[1] = (uint32_t)value;
  HOT_COMMIT(size_log2 == 3 ? 12 : 8);
  struct culprit_seen* seen = culprit_thread.seen;
  if (seen)
    culprit_mark(culprit_slot(seen, address, size_log2), culprit_key(address, size_log2), stream->nodes);
}

CULPRIT_HOT void culprit_cxx_write1(void* address, uint8_t value, uint32_t line) {
  write_hot((uint64_t)address, value, 0, line);
}
CULPRIT_HOT void culprit_cxx_write2(void* address, uint16_t value, uint32_t line) {
  write_hot((uint64_t)address, value, 1, line);
}
CULPRIT_HOT void culprit_cxx_write4(void* address, uint32_t value, uint32_t line) {
  write_hot((uint64_t)address, value, 2, line);
}
CULPRIT_HOT void culprit_cxx_write8(void* address, uint64_t value, uint32_t line) {
  write_hot((uint64_t)address, value, 3, line);
}
