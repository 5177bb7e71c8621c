/* Records of what a call used and did beside memory that it wrote: reads, input, output by file, what it asked its surroundings. */
#include <stddef.h>
#include <string.h>

#include "recorders/runtime/internal.h"

static void put64(uint32_t* at, uint64_t value) {
  memcpy(at, &value, 8);
}

void culprit_read_anywhere(struct culprit_stream* stream, uint64_t address, uint64_t length) {
  uint32_t is_small = length && length <= 8 && !(length & (length - 1)) && !(address >> 62);
  uint32_t* record =
      length ? culprit_extended(stream, is_small ? CULPRIT_EXTENDED_READ_FAR : CULPRIT_EXTENDED_READ_BLOCK,
                                is_small ? 2 : 4)
             : NULL;
  if (!record) return;
  put64(record + 1, is_small ? address | (uint64_t)__builtin_ctzll(length) << 62 : address);
  if (!is_small) put64(record + 3, length);
  if (is_small) stream->read_base[address >> 45 & 1] = address;
  culprit_commit(stream, record + (is_small ? 3 : 5));
}

void culprit_read_value(struct culprit_stream* stream, uint64_t address, const void* bytes, uint64_t length) {
  const char* from = (const char*)bytes;
  while (length) {
    uint64_t now = culprit_piece(stream, 20, length);
    uint32_t* record =
        now ? culprit_extended(stream, CULPRIT_EXTENDED_READ_VALUE, 4 + (uint32_t)((now + 3) / 4)) : NULL;
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

void culprit_opened(struct culprit_stream* stream, uint32_t file, int32_t descriptor,
                    enum culprit_file_kind kind, uint32_t flags, const char* path) {
  uint64_t length = path ? strlen(path) : 0;
  if (length > CULPRIT_LONGEST_PATH) length = CULPRIT_LONGEST_PATH;
  const struct culprit_opening opened = {file, descriptor, (uint32_t)kind, flags, (uint32_t)length, 0};
  uint32_t* record =
      culprit_extended(stream, CULPRIT_EXTENDED_OPENED, (uint32_t)(sizeof opened + length + 3) / 4);
  if (!record) return;
  memcpy(record + 1, &opened, sizeof opened);
  culprit_commit(stream, culprit_put_bytes(record + 1 + sizeof opened / 4, path, length));
}

void culprit_transfer(struct culprit_stream* stream, enum culprit_extended sub, uint32_t file, uint32_t line,
                      uint64_t offset, const void* bytes, uint64_t length) {
  const char* from = (const char*)bytes;
  while (length) {
    uint64_t now = culprit_piece(stream, 4 + sizeof(struct culprit_moved), length);
    const struct culprit_moved transfer = {file, line, offset, (uint32_t)now, 0};
    uint32_t* record = now ? culprit_extended(stream, sub, (uint32_t)(sizeof transfer + now + 3) / 4) : NULL;
    if (!record) return;
    memcpy(record + 1, &transfer, sizeof transfer);
    culprit_commit(stream, culprit_put_bytes(record + 1 + sizeof transfer / 4, from, now));
    from += now;
    length -= now;
    if (offset != CULPRIT_NO_OFFSET) offset += now;
  }
}

uint32_t* culprit_transfer_with_room(struct culprit_stream* stream, enum culprit_extended sub, uint32_t file,
                                     uint64_t offset, const void* bytes, uint32_t length, uint32_t room) {
  const struct culprit_moved transfer = {file, 0, offset, length, 0};
  uint32_t* record = culprit_extended(stream, sub, (uint32_t)(sizeof transfer + room + 3) / 4);
  if (!record) return NULL;
  memcpy(record + 1, &transfer, sizeof transfer);
  uint32_t* at = record + 1 + sizeof transfer / 4;
  memset(at, 0, (room + 3) & ~(uint32_t)3);
  culprit_put_bytes(at, bytes, length);
  culprit_commit(stream, at + (room + 3) / 4);
  return record;
}

/* The bytes first, then their number: whatever ends the process leaves a record that is right. */
int culprit_transfer_more(uint32_t* record, uint32_t room, enum culprit_extended sub, uint32_t file,
                          uint64_t offset, const void* bytes, uint64_t length) {
  struct culprit_moved transfer;
  memcpy(&transfer, record + 1, sizeof transfer);
  int follows =
      offset == CULPRIT_NO_OFFSET ? transfer.offset == offset : transfer.offset + transfer.length == offset;
  if ((record[0] >> 20 & 0xff) != (uint32_t)sub || transfer.file != file || !follows ||
      length > room - transfer.length)
    return 0;
  culprit_copy((char*)(record + 1) + sizeof transfer + transfer.length, bytes, length);
  uint32_t* count = record + 1 + offsetof(struct culprit_moved, length) / 4;
  __atomic_store_n(count, transfer.length + (uint32_t)length, __ATOMIC_RELEASE);
  return 1;
}

void culprit_unread(struct culprit_stream* stream, uint32_t file, const void* bytes, uint32_t length) {
  uint32_t* record = culprit_extended(stream, CULPRIT_EXTENDED_UNREAD, 2 + (length + 3) / 4);
  if (!record) return;
  record[1] = file;
  record[2] = length;
  culprit_commit(stream, culprit_put_bytes(record + 3, bytes, length));
}

void culprit_file_event(struct culprit_stream* stream, enum culprit_extended sub, uint32_t file) {
  uint32_t* record = culprit_extended(stream, sub, 1);
  if (!record) return;
  record[1] = file;
  culprit_commit(stream, record + 2);
}

void culprit_asked(struct culprit_stream* stream, enum culprit_asked_of what, const char* name,
                   const void* answer, uint64_t length) {
  uint64_t named = strlen(name);
  uint64_t most = stream->room / 2;
  if (named > most / 2) named = most / 2;
  if (length > most / 2) length = most / 2;
  uint32_t* record =
      culprit_extended(stream, CULPRIT_EXTENDED_ASKED, (uint32_t)(3 + (named + 3) / 4 + (length + 3) / 4));
  if (!record) return;
  record[1] = (uint32_t)what;
  record[2] = (uint32_t)named;
  record[3] = (uint32_t)length;
  culprit_commit(stream, culprit_put_bytes(culprit_put_bytes(record + 4, name, named), answer, length));
}

void culprit_no_value(struct culprit_stream* stream) {
  /* The leave that follows takes one word, and has to be in the same segment. */
  uint32_t* record = culprit_reserve(stream, 8);
  if (!record) return;
  record[0] = (uint32_t)CULPRIT_EVENT_EXTENDED << 28 | (uint32_t)CULPRIT_EXTENDED_NO_VALUE << 20;
  culprit_commit(stream, record + 1);
}

void culprit_varargs(struct culprit_stream* stream, uint32_t count, const uint32_t* words, uint32_t length,
                     uint32_t enter_words) {
  /* The enter that follows takes at most four words and its arguments, and has to be in the same segment. */
  uint32_t* record =
      culprit_reserve(stream, 12 + 4 * (uint64_t)length + 16 + 4 * (uint64_t)culprit_fitting(enter_words));
  if (!record) return;
  record[0] =
      (uint32_t)CULPRIT_EVENT_EXTENDED << 28 | (uint32_t)CULPRIT_EXTENDED_VARARGS << 20 | (2 + length);
  record[1] = 0;
  record[2] = count;
  culprit_commit(stream, culprit_put_bytes(record + 3, words, 4 * (uint64_t)length));
}

/* All of them have to be in the same segment: an enter takes at most four words and its arguments, VARARGS three and its own. */
void culprit_call_line(struct culprit_stream* stream, uint32_t line, uint32_t enter_words,
                       uint32_t varargs_length) {
  uint64_t behind = 4 * (7 + (uint64_t)culprit_fitting(enter_words) + varargs_length);
  uint32_t* record = culprit_reserve(stream, 8 + behind);
  if (!record) return;
  record[0] = (uint32_t)CULPRIT_EVENT_EXTENDED << 28 | (uint32_t)CULPRIT_EXTENDED_CALL_LINE << 20 | 1;
  record[1] = line;
  culprit_commit(stream, record + 2);
}
