/* The less frequent event records. */
#include <errno.h>
#include <string.h>

#include "recorders/runtime/internal.h"

static uint32_t head(enum culprit_event kind, uint32_t top, uint32_t top_bits, uint32_t rest) {
  return (uint32_t)kind << 28 | top << (28 - top_bits) | rest;
}
/* A line that does not fit its field is not known. */
static uint32_t fitting(uint32_t line, uint32_t bits) {
  return line >> bits ? 0 : line;
}
static void put64(uint32_t* at, uint64_t value) {
  memcpy(at, &value, 8);
}

uint32_t* culprit_extended(struct culprit_stream* stream, enum culprit_extended sub, uint32_t words) {
  uint32_t* record = culprit_reserve(stream, 4 + 4 * (uint64_t)words);
  if (record) record[0] = head(CULPRIT_EVENT_EXTENDED, (uint32_t)sub, 8, words);
  return record;
}

void culprit_write_anywhere(struct culprit_stream* stream, uint64_t address, uint64_t value,
                            uint32_t size_log2, uint32_t line) {
  if (address >> 47) {
    culprit_block(stream, 0, line, address, &value, (uint64_t)1 << size_log2);
    return;
  }
  uint32_t* record = culprit_reserve(stream, size_log2 == 3 ? 16 : 12);
  if (!record) return;
  uint32_t high = (uint32_t)(address >> 32) & 0x7fff;
  record[0] = head(CULPRIT_EVENT_WRITE_FAR, size_log2, 2, fitting(line, 11) << 15 | high);
  record[1] = (uint32_t)address;
  stream->base[address >> 45 & 1] = address;
  record[2] = (uint32_t)value;
  if (size_log2 == 3) record[3] = (uint32_t)(value >> 32);
  culprit_commit(stream, record + (size_log2 == 3 ? 4 : 3));
}

uint64_t culprit_piece(const struct culprit_stream* stream, uint64_t head_bytes, uint64_t left) {
  uint64_t used = __atomic_load_n(&stream->window->committed, __ATOMIC_RELAXED);
  uint64_t room = stream->room > used ? stream->room - used : 0;
  if (room < head_bytes + 64) room = stream->room;
  uint64_t most = room > head_bytes ? room - head_bytes : 0;
  return left < most ? left : most;
}

uint32_t* culprit_put_bytes(uint32_t* at, const void* bytes, uint64_t length) {
  uint64_t words = (length + 3) / 4;
  if (words) at[words - 1] = 0;
  culprit_copy(at, bytes, length);
  return at + words;
}

void culprit_block(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                   const void* bytes, uint64_t length) {
  const char* from = (const char*)bytes;
  while (length) {
    uint64_t now = culprit_piece(stream, 16, length);
    uint32_t* record = culprit_reserve(stream, 16 + ((now + 3) & ~(uint64_t)3));
    if (!record || !now) return;
    record[0] = head(CULPRIT_EVENT_BLOCK, flags & 15, 4, fitting(line, 24));
    record[1] = (uint32_t)now;
    put64(record + 2, address);
    culprit_commit(stream, culprit_put_bytes(record + 4, from, now));
    from += now;
    address += now;
    length -= now;
  }
}

void culprit_output(struct culprit_stream* stream, uint8_t descriptor, const void* bytes, uint64_t length) {
  const char* from = (const char*)bytes;
  while (length) {
    uint64_t now = culprit_piece(stream, 8, length);
    uint32_t* record = culprit_reserve(stream, 8 + ((now + 3) & ~(uint64_t)3));
    if (!record || !now) return;
    record[0] = head(CULPRIT_EVENT_OUTPUT, descriptor, 8, 0);
    record[1] = (uint32_t)now;
    culprit_commit(stream, culprit_put_bytes(record + 2, from, now));
    from += now;
    length -= now;
  }
}

void culprit_fill(struct culprit_stream* stream, uint8_t byte, uint32_t line, uint64_t address,
                  uint64_t length) {
  uint32_t* record = length ? culprit_reserve(stream, 20) : NULL;
  if (!record) return;
  record[0] = head(CULPRIT_EVENT_FILL, byte, 8, fitting(line, 20));
  put64(record + 1, length);
  put64(record + 3, address);
  culprit_commit(stream, record + 5);
}

void culprit_allocate(struct culprit_stream* stream, enum culprit_memory what, uint32_t line,
                      uint64_t address, uint64_t size) {
  uint32_t* record = culprit_reserve(stream, 20);
  if (!record) return;
  record[0] = head(CULPRIT_EVENT_ALLOCATE, (uint32_t)what, 4, fitting(line, 24));
  put64(record + 1, size);
  put64(record + 3, address);
  culprit_commit(stream, record + 5);
}

void culprit_free(struct culprit_stream* stream, enum culprit_memory what, uint32_t line, uint64_t address) {
  uint32_t* record = culprit_reserve(stream, 12);
  if (!record) return;
  record[0] = head(CULPRIT_EVENT_FREE, (uint32_t)what, 4, fitting(line, 24));
  put64(record + 1, address);
  culprit_commit(stream, record + 3);
}

void culprit_unwind(struct culprit_stream* stream, uint64_t frame, uint32_t calls,
                    enum culprit_unwind_cause cause, uint32_t type, uint64_t address) {
  while (calls) {
    uint32_t now = calls < 0xffffff ? calls : 0xffffff;
    uint32_t* record = culprit_reserve(stream, 16);
    if (!record) return;
    stream->depth -= now < stream->depth ? now : stream->depth;
    stream->frame = frame;
    record[0] = head(CULPRIT_EVENT_UNWIND, (uint32_t)cause, 4, now);
    record[1] = type;
    put64(record + 2, address);
    culprit_commit(stream, record + 4);
    calls -= now;
  }
}

void culprit_spawn(struct culprit_stream* stream, uint32_t child) {
  uint32_t* record = culprit_extended(stream, CULPRIT_EXTENDED_SPAWN, 1);
  if (!record) return;
  record[1] = child;
  culprit_commit(stream, record + 2);
}

void culprit_process(struct culprit_stream* stream, uint64_t process, enum culprit_process how) {
  uint32_t* record = culprit_extended(stream, CULPRIT_EXTENDED_PROCESS, 3);
  if (!record) return;
  put64(record + 1, process);
  record[3] = (uint32_t)how;
  culprit_commit(stream, record + 4);
}

void culprit_exception(struct culprit_stream* stream, enum culprit_extended sub, uint32_t type, uint32_t line,
                       uint64_t address) {
  uint32_t* record = culprit_extended(stream, sub, 4);
  if (!record) return;
  record[1] = type;
  record[2] = line;
  put64(record + 3, address);
  culprit_commit(stream, record + 5);
}

void culprit_check(struct culprit_stream* stream, uint64_t address, const void* bytes, uint64_t length) {
  const char* from = (const char*)bytes;
  while (length) {
    uint64_t now = culprit_piece(stream, 20, length);
    uint32_t* record =
        now ? culprit_extended(stream, CULPRIT_EXTENDED_CHECK, 4 + (uint32_t)((now + 3) / 4)) : NULL;
    if (!record) return;
    put64(record + 1, address);
    record[3] = (uint32_t)now;
    record[4] = 0;
    culprit_commit(stream, culprit_put_bytes(record + 5, from, now));
    from += now;
    address += now;
    length -= now;
  }
}

void culprit_unlogged(struct culprit_stream* stream, uint64_t address, uint32_t length) {
  uint32_t* record = culprit_extended(stream, CULPRIT_EXTENDED_UNLOGGED, 3);
  if (!record) return;
  put64(record + 1, address);
  record[3] = length;
  culprit_commit(stream, record + 4);
}

uint64_t culprit_sequence(struct culprit_stream* stream) {
  uint32_t* record = culprit_extended(stream, CULPRIT_EXTENDED_SEQUENCE, 2);
  if (!record) return 0;
  stream->sequence = __atomic_add_fetch(&stream->trace->sequence, 1, __ATOMIC_ACQ_REL);
  put64(record + 1, stream->sequence);
  culprit_commit(stream, record + 3);
  return stream->sequence;
}

/* Room is made for the record that follows too: a line counts only within its segment. */
void culprit_line(struct culprit_stream* stream, uint32_t line) {
  uint32_t* record = culprit_reserve(stream, 8 + CULPRIT_MAX_WORDS * 4 / 8);
  if (!record) return;
  record[0] = head(CULPRIT_EVENT_EXTENDED, CULPRIT_EXTENDED_LINE, 8, 1);
  record[1] = line;
  culprit_commit(stream, record + 2);
}

/* Likewise. */
void culprit_loop_exit(struct culprit_stream* stream, enum culprit_loop_exit how, uint32_t line,
                       uint32_t words) {
  uint32_t* record = culprit_reserve(stream, 8 + 8 + (size_t)culprit_fitting(words) * 4);
  if (!record) return;
  record[0] = head(CULPRIT_EVENT_EXTENDED, CULPRIT_EXTENDED_LOOP_EXIT, 8, 1);
  record[1] = line << 8 | (uint32_t)how;
  culprit_commit(stream, record + 2);
}

void culprit_lost(struct culprit_stream* stream, uint64_t records) {
  uint32_t* record = culprit_extended(stream, CULPRIT_EXTENDED_LOST, 2);
  if (!record) return;
  put64(record + 1, records);
  culprit_commit(stream, record + 3);
}
