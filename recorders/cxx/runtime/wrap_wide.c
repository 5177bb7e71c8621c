/* <wchar.h> and conversions between bytes and wide characters. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <wchar.h>

#include "recorders/cxx/runtime/reads.h"
#include "recorders/cxx/runtime/wrap.h"

static wchar_t* wrote_wide(wchar_t* at, wchar_t* result) {
  if (at) culprit_wrote(at, (wcslen(at) + 1) * sizeof *at);
  return result;
}
static void wrote_n(const void* at, size_t count) {
  culprit_wrote(at, count * sizeof(wchar_t));
}

WRAP(wchar_t*, wmemcpy, (wchar_t * to, const wchar_t* from, size_t n)) {
  wmemcpy(to, from, n);
  wrote_n(to, n);
  return to;
}
WRAP(wchar_t*, wmemmove, (wchar_t * to, const wchar_t* from, size_t n)) {
  wmemmove(to, from, n);
  wrote_n(to, n);
  return to;
}
WRAP(wchar_t*, wmempcpy, (wchar_t * to, const wchar_t* from, size_t n)) {
  wmemcpy(to, from, n);
  wrote_n(to, n);
  return to + n;
}
WRAP(wchar_t*, wmemset, (wchar_t * to, wchar_t character, size_t n)) {
  wmemset(to, character, n);
  wrote_n(to, n);
  return to;
}
WRAP(wchar_t*, wcscpy, (wchar_t * to, const wchar_t* from)) {
  wcscpy(to, from);
  return wrote_wide(to, to);
}
WRAP(wchar_t*, wcpcpy, (wchar_t * to, const wchar_t* from)) {
  return wrote_wide(to, wcpcpy(to, from));
}
WRAP(wchar_t*, wcsncpy, (wchar_t * to, const wchar_t* from, size_t n)) {
  wcsncpy(to, from, n);
  wrote_n(to, n);
  return to;
}
WRAP(wchar_t*, wcpncpy, (wchar_t * to, const wchar_t* from, size_t n)) {
  wchar_t* result = wcpncpy(to, from, n);
  wrote_n(to, n);
  return result;
}
WRAP(wchar_t*, wcscat, (wchar_t * to, const wchar_t* from)) {
  wchar_t* end = to + wcslen(to);
  wcscpy(end, from);
  return wrote_wide(end, to);
}
WRAP(wchar_t*, wcsncat, (wchar_t * to, const wchar_t* from, size_t n)) {
  wchar_t* end = to + wcslen(to);
  wcsncat(end, from, n);
  return wrote_wide(end, to);
}
WRAP(wchar_t*, wcsdup, (const wchar_t* from)) {
  wchar_t* made = wcsdup(from);
  return wrote_wide(made, made);
}
WRAP(wchar_t*, wcstok, (wchar_t * text, const wchar_t* between, wchar_t** state)) {
  culprit_read_token(text ? text : *state, between, 1, CULPRIT_CXX_TEXT | CULPRIT_CXX_WIDE);
  if (!text) culprit_was_read(state, 8);
  wchar_t* token = wcstok(text, between, state);
  if (token) wrote_n(token + wcslen(token), 1);
  culprit_wrote8(state);
  return token;
}

WRAP(size_t, mbstowcs, (wchar_t * to, const char* from, size_t n)) {
  size_t count = mbstowcs(to, from, n);
  if (to && count != (size_t)-1) wrote_n(to, count < n ? count + 1 : n);
  return count;
}
WRAP(size_t, wcstombs, (char* to, const wchar_t* from, size_t n)) {
  size_t count = wcstombs(to, from, n);
  if (to && count != (size_t)-1) culprit_wrote(to, count < n ? count + 1 : n);
  return count;
}
WRAP(int, mbtowc, (wchar_t * to, const char* from, size_t n)) {
  int length = mbtowc(to, from, n);
  if (from && length >= 0) wrote_n(to, 1);
  return length;
}
WRAP(int, wctomb, (char* to, wchar_t character)) {
  int length = wctomb(to, character);
  if (to && length > 0) culprit_wrote(to, (size_t)length);
  return length;
}
WRAP(size_t, mbrtowc, (wchar_t * to, const char* from, size_t n, mbstate_t* state)) {
  size_t length = mbrtowc(to, from, n, state);
  if (from && length < (size_t)-2) wrote_n(to, 1);
  culprit_wrote(state, sizeof *state);
  return length;
}
WRAP(size_t, wcrtomb, (char* to, wchar_t character, mbstate_t* state)) {
  size_t length = wcrtomb(to, character, state);
  if (length != (size_t)-1) culprit_wrote(to, length);
  culprit_wrote(state, sizeof *state);
  return length;
}
WRAP(size_t, mbsrtowcs, (wchar_t * to, const char** from, size_t n, mbstate_t* state)) {
  size_t count = mbsrtowcs(to, from, n, state);
  if (to && count != (size_t)-1) wrote_n(to, count < n ? count + 1 : n);
  if (to) culprit_wrote8(from);
  culprit_wrote(state, sizeof *state);
  return count;
}
WRAP(size_t, wcsrtombs, (char* to, const wchar_t** from, size_t n, mbstate_t* state)) {
  size_t count = wcsrtombs(to, from, n, state);
  if (to && count != (size_t)-1) culprit_wrote(to, count < n ? count + 1 : n);
  if (to) culprit_wrote8(from);
  culprit_wrote(state, sizeof *state);
  return count;
}
