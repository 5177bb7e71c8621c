/* Wide characters that are read and written, logged as the bytes that stand for them in the locale of the moment. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/interpose.h"

#undef getwc
#undef getwchar
#undef putwc
#undef putwchar

enum { CHUNK = 256 };

static size_t bytes_of(wchar_t character, char* to) {
  mbstate_t state = {0};
  int saved = errno;
  size_t n = wcrtomb(to, character, &state);
  errno = saved;
  if (n != (size_t)-1) return n;
  to[0] = '?';
  return 1;
}
typedef void (*transfer)(int descriptor, const void* bytes, size_t length);
static void transfer_text(transfer log, FILE* file, const wchar_t* text, size_t count) {
  char bytes[CHUNK + MB_LEN_MAX];
  size_t length = 0;
  if (!culprit_is_logging()) return;
  int descriptor = culprit_descriptor_of(file);
  for (size_t i = 0; i < count; i++) {
    length += bytes_of(text[i], bytes + length);
    if (length < CHUNK && i + 1 < count) continue;
    log(descriptor, bytes, length);
    length = 0;
  }
}

static wint_t wrote_character(FILE* file, wint_t result) {
  wchar_t text = (wchar_t)result;
  if (result != WEOF) transfer_text(culprit_wrote_output, file, &text, 1);
  return result;
}
#define PUT(name)                                                  \
  INTERPOSE(wint_t, name, (wchar_t character, FILE * file)) {      \
    return wrote_character(file, THE_REAL(name)(character, file)); \
  }
PUT(fputwc)
PUT(putwc)
PUT(fputwc_unlocked)
PUT(putwc_unlocked)
INTERPOSE(wint_t, putwchar, (wchar_t character)) {
  return wrote_character(stdout, THE_REAL(putwchar)(character));
}
INTERPOSE(wint_t, putwchar_unlocked, (wchar_t character)) {
  return wrote_character(stdout, THE_REAL(putwchar_unlocked)(character));
}
#define PUT_TEXT(name)                                                              \
  INTERPOSE(int, name, (const wchar_t* text, FILE* file)) {                         \
    int result = THE_REAL(name)(text, file);                                        \
    if (result >= 0) transfer_text(culprit_wrote_output, file, text, wcslen(text)); \
    return result;                                                                  \
  }
PUT_TEXT(fputws)
PUT_TEXT(fputws_unlocked)

/* The text is formatted a second time, for the trace. */
static void log_formatted(FILE* file, int length, const wchar_t* format, va_list values) {
  if (length <= 0 || !culprit_is_logging()) return;
  int saved = errno;
  size_t room = (size_t)length + 1;
  culprit_occupy(&culprit_thread); /* for malloc */
  wchar_t* text = (wchar_t*)malloc(room * sizeof *text);
  int again = text ? vswprintf(text, room, format, values) : 0;
  culprit_thread.busy--;
  if (again > 0) transfer_text(culprit_wrote_output, file, text, (size_t)again);
  culprit_occupy(&culprit_thread);
  free(text);
  culprit_thread.busy--;
  errno = saved;
}
#define VARIADIC(call)      \
  va_list values;           \
  va_start(values, format); \
  int n = call;             \
  va_end(values);           \
  return n;
INTERPOSE(int, vfwprintf, (FILE * file, const wchar_t* format, va_list values)) {
  va_list again;
  va_copy(again, values);
  int n = THE_REAL(vfwprintf)(file, format, values);
  log_formatted(file, n, format, again);
  va_end(again);
  return n;
}
INTERPOSE(int, vwprintf, (const wchar_t* format, va_list values)) {
  return OWN(vfwprintf)(stdout, format, values);
}
INTERPOSE(int, fwprintf, (FILE * file, const wchar_t* format, ...)){
    VARIADIC(OWN(vfwprintf)(file, format, values))} INTERPOSE(int, wprintf, (const wchar_t* format, ...)) {
  VARIADIC(OWN(vfwprintf)(stdout, format, values))
}

static void met_end(FILE* file) {
  if (feof_unlocked(file)) culprit_consumed_end(culprit_descriptor_of(file));
}
static wint_t consumed_character(FILE* file, wint_t result) {
  wchar_t text = (wchar_t)result;
  if (result != WEOF) transfer_text(culprit_consumed, file, &text, 1);
  if (result == WEOF) met_end(file);
  return result;
}
#define GET(name)                                          \
  INTERPOSE(wint_t, name, (FILE * file)) {                 \
    return consumed_character(file, THE_REAL(name)(file)); \
  }
GET(fgetwc)
GET(getwc)
GET(fgetwc_unlocked)
GET(getwc_unlocked)
INTERPOSE(wint_t, getwchar, (void)) {
  return consumed_character(stdin, THE_REAL(getwchar)());
}
INTERPOSE(wint_t, getwchar_unlocked, (void)) {
  return consumed_character(stdin, THE_REAL(getwchar_unlocked)());
}
INTERPOSE(wint_t, ungetwc, (wint_t character, FILE* file)) {
  char bytes[MB_LEN_MAX];
  wint_t result = THE_REAL(ungetwc)(character, file);
  if (result == WEOF || !culprit_is_logging()) return result;
  size_t length = bytes_of((wchar_t)result, bytes);
  culprit_occupy(&culprit_thread);
  culprit_gave_back_now(&culprit_thread, culprit_descriptor_of(file), bytes, length);
  culprit_thread.busy--;
  return result;
}
#define GET_LINE(name)                                                   \
  INTERPOSE(wchar_t*, name, (wchar_t * to, int n, FILE* file)) {         \
    wchar_t* line = THE_REAL(name)(to, n, file);                         \
    if (line) transfer_text(culprit_consumed, file, line, wcslen(line)); \
    if (!line) met_end(file);                                            \
    return line;                                                         \
  }
GET_LINE(fgetws)
GET_LINE(fgetws_unlocked)
