#define _GNU_SOURCE
#include "recorders/cxx/runtime/contents.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "recorders/runtime/culprit_runtime.h"

enum { WORTH_A_FILL = 64, PROBES = 16 };

static uint64_t zeros_at(const char* bytes, uint64_t length) {
  uint64_t n = 0, word = 0;
  while (n + 8 <= length && (memcpy(&word, bytes + n, 8), word == 0)) n += 8;
  while (n < length && bytes[n] == 0) n++;
  return n;
}

/* As memchr; that may be a checker's version (culprit_copy). */
static uint64_t zero_at(const char* bytes, uint64_t length) {
  const uint64_t ones = ~(uint64_t)0 / 255;
  uint64_t n = 0, word = 0;
  while (n + 8 <= length && (memcpy(&word, bytes + n, 8), !((word - ones) & ~word & ones << 7))) n += 8;
  while (n < length && bytes[n] != 0) n++;
  return n;
}

/* Where the next run of zeros begins that is worth a record of its own. */
static uint64_t data_at(const char* bytes, uint64_t length) {
  uint64_t n = 0;
  while (n < length) {
    n += zero_at(bytes + n, length - n);
    if (n == length) return length;
    uint64_t zeros = zeros_at(bytes + n, length - n);
    if (zeros >= WORTH_A_FILL) return n;
    n += zeros;
  }
  return length;
}

void culprit_log_contents(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                          const void* bytes, uint64_t length) {
  const char* from = (const char*)bytes;
  while (length) {
    uint64_t zeros = zeros_at(from, length);
    uint64_t data = 0;
    if (zeros >= WORTH_A_FILL || zeros == length) {
      culprit_fill(stream, 0, line, address, zeros);
    } else {
      data = data_at(from + zeros, length - zeros) + zeros;
      culprit_block(stream, flags, line, address, from, data);
      zeros = 0;
    }
    from += zeros + data;
    address += zeros + data;
    length -= zeros + data;
  }
}

void culprit_log_mapped(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                        uint64_t length) {
  char buffer[16384];
  while (length && stream->room) {
    size_t now = culprit_read_memory(buffer, address, length < sizeof buffer ? length : sizeof buffer);
    if (!now && !culprit_has_closed_memory) return;
    culprit_log_contents(stream, flags, line, address, buffer, now);
    if (!now) now = 4096 - address % 4096; /* a closed page */
    if (now > length) now = length;
    address += now;
    length -= now;
  }
}

void culprit_log_own(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                     uint64_t length) {
  if (culprit_has_closed_memory) {
    culprit_log_mapped(stream, flags, line, address, length);
  } else {
    culprit_log_contents(stream, flags, line, address, (const void*)address, length);
  }
}

/* The system stops at the first byte that it cannot read, but only at the granularity of a piece: pieces end where
 * pages do. */
size_t culprit_read_memory(void* to, uint64_t from, size_t length) {
  enum { PIECES = 64 };
  int saved = errno;
  size_t done = 0;
  while (done < length) {
    struct iovec pieces[PIECES];
    size_t count = 0, asked = 0;
    while (count < PIECES && done + asked < length) {
      uint64_t at = from + done + asked;
      size_t left = length - done - asked, in_page = 4096 - at % 4096;
      pieces[count].iov_base = (void*)at;
      pieces[count].iov_len = left < in_page ? left : in_page;
      asked += pieces[count++].iov_len;
    }
    struct iovec whole = {(char*)to + done, asked};
    long got = syscall(SYS_process_vm_readv, (long)getpid(), &whole, 1L, pieces, count, 0L);
    if (got <= 0) break;
    done += (size_t)got;
    if ((size_t)got < asked) break;
  }
  errno = saved;
  return done;
}

/* How many of these pages can be read, up to the first that cannot; a byte of each. */
static uint64_t readable_pages(const struct iovec* pages, uint64_t count) {
  char bytes[PROBES];
  struct iovec whole = {bytes, count};
  long got = syscall(SYS_process_vm_readv, (long)getpid(), &whole, 1L, pages, count, 0L);
  return got > 0 ? (uint64_t)got : 0;
}

/* A few pages at even distances up to the last, then those between the last one that is there and the first one that is not: one round
 * for what is there. A hole between two of them is not seen. */
uint64_t culprit_readable(uint64_t address, uint64_t length) {
  int saved = errno;
  uint64_t first = address >> 12, pages = ((address + length - 1) >> 12) - first + 1;
  uint64_t good = 0, bad = pages; /* all before, none from there on */
  while (length && good < bad) {
    struct iovec probes[PROBES];
    uint64_t step = (bad - good + PROBES - 1) / PROBES, count = (bad - good + step - 1) / step;
    for (uint64_t i = 0; i < count; i++) {
      uint64_t page = i + 1 < count ? good + (i + 1) * step - 1 : bad - 1;
      probes[i] = (struct iovec){(void*)((first + page) << 12), 1};
    }
    uint64_t there = readable_pages(probes, count);
    if (there < count) bad = ((uint64_t)probes[there].iov_base >> 12) - first;
    if (there) good = ((uint64_t)probes[there - 1].iov_base >> 12) - first + 1;
  }
  errno = saved;
  return good == pages || !length ? length : good ? ((first + good) << 12) - address : 0;
}
