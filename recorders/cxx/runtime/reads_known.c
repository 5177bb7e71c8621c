/* What functions of the C library read, looked up before they are called (recorders/cxx/known_reads.def). Nothing is followed
 * that the function itself will not follow, and all of it before the stream is touched: if a pointer leads nowhere, the program
 * crashes here instead of there. What is given to the system is read by the system: it refuses such a pointer, and the program goes on. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <wchar.h>
#include <wctype.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/reads.h"
#include "recorders/cxx/runtime/runtime.h"

/* Whether it is worth looking. */
static int wants(const void* pointer) {
  return pointer && culprit_thread.seen && culprit_thread.stream->room;
}
static uint64_t unit(uint64_t how) {
  return how & CULPRIT_CXX_WIDE ? sizeof(wchar_t) : 1;
}
static uint32_t character_at(const void* text, uint64_t i, uint64_t how) {
  if (how & CULPRIT_CXX_WIDE) return (uint32_t)((const wchar_t*)text)[i];
  return ((const unsigned char*)text)[i];
}
static uint32_t folded(uint32_t character, uint64_t how) {
  if (!(how & CULPRIT_CXX_ANY_CASE)) return character;
  return (uint32_t)(how & CULPRIT_CXX_WIDE ? (int)towlower(character) : tolower((int)character));
}
/* In characters, with the terminator if it is among the first `most`. */
static uint64_t length_of(const void* text, uint64_t most, uint64_t how) {
  if (most > INT64_MAX / sizeof(wchar_t)) most = INT64_MAX / sizeof(wchar_t);
  uint64_t n =
      how & CULPRIT_CXX_WIDE ? wcsnlen((const wchar_t*)text, most) : strnlen((const char*)text, most);
  return n < most ? n + 1 : n;
}
/* As length_of, of a text that the system is given: as far as it is there. */
static uint64_t given_length(const void* text) {
  enum { LONGEST = 1 << 17 }; /* arguments of a new program; paths are shorter */
  char bytes[256];
  uint64_t n = 0;
  while (n < LONGEST) {
    size_t got = culprit_read_memory(bytes, (uint64_t)text + n, sizeof bytes), length = strnlen(bytes, got);
    n += length;
    if (length < got) return n + 1;
    if (got < sizeof bytes) return n;
  }
  return n;
}
/* Gives whether it is there. */
static int fetch(void* to, const void* from, size_t length, uint64_t how) {
  if (how & CULPRIT_CXX_GIVEN) return culprit_read_memory(to, (uint64_t)from, length) == length;
  memcpy(to, from, length);
  return 1;
}
static void log_characters(const void* text, uint64_t count, uint64_t how) {
  culprit_cxx_readn(text, count * unit(how));
}

CULPRIT_EXPORT void culprit_cxx_read_text(const void* text, uint64_t most, uint64_t how) {
  if (!wants(text)) return;
  log_characters(text, how & CULPRIT_CXX_GIVEN ? given_length(text) : length_of(text, most, how), how);
}

CULPRIT_EXPORT void culprit_cxx_read_until(const void* text, uint64_t character, uint64_t most,
                                           uint64_t how) {
  uint32_t wanted = how & CULPRIT_CXX_WIDE ? (uint32_t)character : (unsigned char)character;
  uint64_t n = 0;
  if (!wants(text)) return;
  while (n < most) {
    uint32_t found = character_at(text, n++, how);
    if (found == wanted || (how & CULPRIT_CXX_TEXT && !found)) break;
  }
  log_characters(text, n, how);
}

CULPRIT_EXPORT void culprit_cxx_read_compared(const void* a, const void* b, uint64_t most, uint64_t how) {
  uint64_t n = 0;
  if (!wants(a) || !b) return;
  while (n < most) {
    uint32_t one = character_at(a, n, how), other = character_at(b, n, how);
    n++;
    if (folded(one, how) != folded(other, how) || (how & CULPRIT_CXX_TEXT && !one)) break;
  }
  log_characters(a, n, how);
  log_characters(b, n, how);
}

static uint64_t span_of(const void* text, const void* set, uint64_t until, uint64_t how) {
  if (how & CULPRIT_CXX_WIDE)
    return until ? wcscspn((const wchar_t*)text, (const wchar_t*)set)
                 : wcsspn((const wchar_t*)text, (const wchar_t*)set);
  return until ? strcspn((const char*)text, (const char*)set) : strspn((const char*)text, (const char*)set);
}
CULPRIT_EXPORT void culprit_cxx_read_span(const void* text, const void* set, uint64_t until, uint64_t how) {
  if (!wants(text) || !set) return;
  log_characters(text, span_of(text, set, until, how) + 1, how);
  log_characters(set, length_of(set, UINT64_MAX, how), how);
}

void culprit_read_token(const void* text, const void* between, uint64_t skips, uint64_t how) {
  if (!wants(text) || !between) return;
  uint64_t n = skips ? span_of(text, between, 0, how) : 0;
  n += span_of((const char*)text + n * unit(how), between, 1, how);
  log_characters(text, n + 1, how);
  log_characters(between, length_of(between, UINT64_MAX, how), how);
}

CULPRIT_EXPORT void culprit_cxx_read_found(const void* text, const void* part, uint64_t how) {
  if (!wants(text) || !part) return;
  uint64_t length = length_of(part, UINT64_MAX, how);
  const void* found = how & CULPRIT_CXX_WIDE ? (const void*)wcsstr((const wchar_t*)text, (const wchar_t*)part)
                      : how & CULPRIT_CXX_ANY_CASE
                          ? (const void*)strcasestr((const char*)text, (const char*)part)
                          : (const void*)strstr((const char*)text, (const char*)part);
  uint64_t n = found ? (uint64_t)((const char*)found - (const char*)text) / unit(how) + length - 1
                     : length_of(text, UINT64_MAX, how);
  log_characters(text, n, how);
  log_characters(part, length, how);
}

CULPRIT_EXPORT void culprit_cxx_read_bytes_found(const void* bytes, uint64_t length, const void* part,
                                                 uint64_t part_length) {
  if (!wants(bytes) || !part) return;
  const char* found = (const char*)memmem(bytes, length, part, part_length);
  culprit_cxx_readn(bytes, found ? (uint64_t)(found - (const char*)bytes) + part_length : length);
  culprit_cxx_readn(part, part_length);
}

/* What ends a number was read, too. */
CULPRIT_EXPORT void culprit_cxx_read_number(const void* text, uint64_t base, uint64_t how) {
  if (!wants(text)) return;
  int saved = errno, wanted = (int)base;
  const void* end = text;
  if (how & CULPRIT_CXX_WIDE) {
    wchar_t* stop = (wchar_t*)text;
    if (wanted < 0) wcstold((const wchar_t*)text, &stop);
    if (wanted >= 0) wcstoull((const wchar_t*)text, &stop, wanted);
    end = stop;
  } else {
    char* stop = (char*)text;
    if (wanted < 0) strtold((const char*)text, &stop);
    if (wanted >= 0) strtoull((const char*)text, &stop, wanted);
    end = stop;
  }
  errno = saved;
  uint64_t n = (uint64_t)((const char*)end - (const char*)text) / unit(how);
  if (!n) { /* none: blanks and a sign may stand before what is no digit */
    while (how & CULPRIT_CXX_WIDE ? iswspace(character_at(text, n, how))
                                  : isspace((int)character_at(text, n, how)))
      n++;
    n += character_at(text, n, how) == '+' || character_at(text, n, how) == '-';
  }
  log_characters(text, n + 1, how);
}

CULPRIT_EXPORT void culprit_cxx_read_character(const void* text, uint64_t most) {
  mbstate_t state = {0};
  if (!wants(text) || !most) return;
  size_t n = mbrlen((const char*)text, most, &state);
  culprit_cxx_readn(text, n == 0 ? 1 : n <= most ? n : length_of(text, most < 16 ? most : 16, 0));
}

CULPRIT_EXPORT void culprit_cxx_read_text_at(const void* place, uint64_t how) {
  if (!wants(place)) return;
  const void* text;
  memcpy(&text, place, sizeof text);
  culprit_cxx_readn(place, 8);
  culprit_cxx_read_text(text, UINT64_MAX, how);
}

CULPRIT_EXPORT void culprit_cxx_read_list(const void* texts, uint64_t how) {
  const void* text = texts;
  if (!wants(texts)) return;
  for (const char* at = (const char*)texts; text && fetch(&text, at, 8, how); at += 8) {
    culprit_cxx_readn(at, 8);
    culprit_cxx_read_text(text, UINT64_MAX, how);
  }
}

CULPRIT_EXPORT void culprit_cxx_read_pieces(const void* pieces, uint64_t count, uint64_t contents) {
  const struct iovec* at = (const struct iovec*)pieces;
  struct iovec piece;
  if (!wants(pieces) || count > 1024) return; /* more are an error */
  culprit_cxx_read_given(pieces, count * sizeof piece);
  for (uint64_t i = 0; contents && i < count && fetch(&piece, at + i, sizeof piece, CULPRIT_CXX_GIVEN); i++)
    culprit_cxx_read_given(piece.iov_base, piece.iov_len);
}

CULPRIT_EXPORT void culprit_cxx_read_message(const void* message, uint64_t contents) {
  struct msghdr parts;
  if (!wants(message) || !fetch(&parts, message, sizeof parts, CULPRIT_CXX_GIVEN)) return;
  culprit_cxx_read_given(message, sizeof parts);
  culprit_cxx_read_pieces(parts.msg_iov, parts.msg_iovlen, contents);
  if (contents) culprit_cxx_read_given(parts.msg_name, parts.msg_name ? parts.msg_namelen : 0);
  if (contents) culprit_cxx_read_given(parts.msg_control, parts.msg_control ? parts.msg_controllen : 0);
}

CULPRIT_EXPORT void culprit_cxx_read_options(const void* options) {
  const struct option* at = (const struct option*)options;
  if (!wants(options)) return;
  for (; at->name; at++) {
    culprit_cxx_readn(at, sizeof *at);
    culprit_cxx_read_text(at->name, UINT64_MAX, CULPRIT_CXX_TEXT);
  }
  culprit_cxx_readn(at, sizeof *at);
}
