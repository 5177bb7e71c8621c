/* <string.h>, <strings.h>. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "recorders/cxx/runtime/reads.h"
#include "recorders/cxx/runtime/wrap.h"

/* glibc checks the object's size and ends the program if it is exceeded: that stays so. */
void* __memcpy_chk(void*, const void*, size_t, size_t);
void* __memmove_chk(void*, const void*, size_t, size_t);
void* __mempcpy_chk(void*, const void*, size_t, size_t);
void* __memset_chk(void*, int, size_t, size_t);
void __explicit_bzero_chk(void*, size_t, size_t);
char* __strcpy_chk(char*, const char*, size_t);
char* __stpcpy_chk(char*, const char*, size_t);
char* __strncpy_chk(char*, const char*, size_t, size_t);
char* __stpncpy_chk(char*, const char*, size_t, size_t);
char* __strcat_chk(char*, const char*, size_t);
char* __strncat_chk(char*, const char*, size_t, size_t);
char* __strtok_r(char*, const char*, char**);
char* __strdup(const char*);
char* __strndup(const char*, size_t);

#define COPY(name, call, parameters) \
  WRAP(void*, name, parameters) {    \
    void* result = call;             \
    culprit_wrote(to, n);            \
    return result;                   \
  }
COPY(memcpy, memcpy(to, from, n), (void* to, const void* from, size_t n))
COPY(memmove, memmove(to, from, n), (void* to, const void* from, size_t n))
COPY(mempcpy, mempcpy(to, from, n), (void* to, const void* from, size_t n))
COPY(__memcpy_chk, __memcpy_chk(to, from, n, room), (void* to, const void* from, size_t n, size_t room))
COPY(__memmove_chk, __memmove_chk(to, from, n, room), (void* to, const void* from, size_t n, size_t room))
COPY(__mempcpy_chk, __mempcpy_chk(to, from, n, room), (void* to, const void* from, size_t n, size_t room))

WRAP(void*, memset, (void* to, int byte, size_t n)) {
  memset(to, byte, n);
  culprit_cxx_fill(to, (uint8_t)byte, n, culprit_told_line());
  return to;
}
WRAP(void*, __memset_chk, (void* to, int byte, size_t n, size_t room)) {
  __memset_chk(to, byte, n, room);
  culprit_cxx_fill(to, (uint8_t)byte, n, culprit_told_line());
  return to;
}
WRAP(void, bzero, (void* to, size_t n)) {
  memset(to, 0, n);
  culprit_cxx_fill(to, 0, n, culprit_told_line());
}
WRAP(void, explicit_bzero, (void* to, size_t n)) {
  explicit_bzero(to, n);
  culprit_cxx_fill(to, 0, n, culprit_told_line());
}
WRAP(void, __explicit_bzero_chk, (void* to, size_t n, size_t room)) {
  __explicit_bzero_chk(to, n, room);
  culprit_cxx_fill(to, 0, n, culprit_told_line());
}
WRAP(void, bcopy, (const void* from, void* to, size_t n)) {
  memmove(to, from, n);
  culprit_wrote(to, n);
}
WRAP(void*, memccpy, (void* to, const void* from, int byte, size_t n)) {
  void* end = memccpy(to, from, byte, n);
  culprit_wrote(to, end ? (size_t)((char*)end - (char*)to) : n);
  return end;
}
WRAP(void, swab, (const void* from, void* to, ssize_t n)) {
  swab(from, to, n);
  if (n > 1) culprit_wrote(to, (size_t)n & ~(size_t)1);
}

/* Up to the terminator; `at` is where writing began. */
static char* wrote_text(char* at, char* result) {
  culprit_wrote_string(at);
  return result;
}
WRAP(char*, strcpy, (char* to, const char* from)) {
  strcpy(to, from);
  return wrote_text(to, to);
}
WRAP(char*, __strcpy_chk, (char* to, const char* from, size_t room)) {
  __strcpy_chk(to, from, room);
  return wrote_text(to, to);
}
WRAP(char*, stpcpy, (char* to, const char* from)) {
  return wrote_text(to, stpcpy(to, from));
}
WRAP(char*, __stpcpy_chk, (char* to, const char* from, size_t room)) {
  return wrote_text(to, __stpcpy_chk(to, from, room));
}
WRAP(char*, strncpy, (char* to, const char* from, size_t n)) {
  strncpy(to, from, n);
  culprit_wrote(to, n);
  return to;
}
WRAP(char*, __strncpy_chk, (char* to, const char* from, size_t n, size_t room)) {
  __strncpy_chk(to, from, n, room);
  culprit_wrote(to, n);
  return to;
}
WRAP(char*, stpncpy, (char* to, const char* from, size_t n)) {
  char* result = stpncpy(to, from, n);
  culprit_wrote(to, n);
  return result;
}
WRAP(char*, __stpncpy_chk, (char* to, const char* from, size_t n, size_t room)) {
  char* result = __stpncpy_chk(to, from, n, room);
  culprit_wrote(to, n);
  return result;
}
WRAP(char*, strcat, (char* to, const char* from)) {
  char* end = to + strlen(to);
  strcat(end, from);
  return wrote_text(end, to);
}
WRAP(char*, __strcat_chk, (char* to, const char* from, size_t room)) {
  char* end = to + strlen(to);
  __strcat_chk(to, from, room);
  return wrote_text(end, to);
}
WRAP(char*, strncat, (char* to, const char* from, size_t n)) {
  char* end = to + strlen(to);
  strncat(end, from, n);
  return wrote_text(end, to);
}
WRAP(char*, __strncat_chk, (char* to, const char* from, size_t n, size_t room)) {
  char* end = to + strlen(to);
  __strncat_chk(to, from, n, room);
  return wrote_text(end, to);
}
WRAP(char*, strdup, (const char* from)) {
  char* made = strdup(from);
  return wrote_text(made, made);
}
WRAP(char*, __strdup, (const char* from)) {
  char* made = strdup(from);
  return wrote_text(made, made);
}
WRAP(char*, strndup, (const char* from, size_t n)) {
  char* made = strndup(from, n);
  return wrote_text(made, made);
}
WRAP(char*, __strndup, (const char* from, size_t n)) {
  char* made = strndup(from, n);
  return wrote_text(made, made);
}

/* Of a token, its end was overwritten. */
static char* wrote_token(char* token) {
  if (token) {
    char* end = token + strlen(token);
    culprit_cxx_write1(end, 0, culprit_told_line());
  }
  return token;
}
/* Where strtok will go on, as the C library keeps it for itself. */
static char* rest;
WRAP(char*, strtok, (char* text, const char* between)) {
  char* from = text ? text : rest;
  culprit_read_token(from, between, 1, CULPRIT_CXX_TEXT);
  char* end = from;
  if (end) end += strspn(end, between);
  if (end) end += strcspn(end, between);
  rest = end && *end ? end + 1 : end;
  return wrote_token(strtok(text, between));
}
WRAP(char*, strtok_r, (char* text, const char* between, char** state)) {
  culprit_read_token(text ? text : *state, between, 1, CULPRIT_CXX_TEXT);
  if (!text) culprit_was_read(state, 8);
  char* token = wrote_token(strtok_r(text, between, state));
  culprit_wrote8(state);
  return token;
}
WRAP(char*, __strtok_r, (char* text, const char* between, char** state)) {
  culprit_read_token(text ? text : *state, between, 1, CULPRIT_CXX_TEXT);
  if (!text) culprit_was_read(state, 8);
  char* token = wrote_token(strtok_r(text, between, state));
  culprit_wrote8(state);
  return token;
}
WRAP(char*, strsep, (char** state, const char* between)) {
  culprit_read_token(*state, between, 0, CULPRIT_CXX_TEXT);
  culprit_was_read(state, 8);
  char* token = wrote_token(strsep(state, between));
  culprit_wrote8(state);
  return token;
}
WRAP(size_t, strxfrm, (char* to, const char* from, size_t n)) {
  size_t length = strxfrm(to, from, n);
  culprit_wrote(to, length < n ? length + 1 : n);
  return length;
}
/* What libraries keep for themselves and hand out: contents that recorded code can read. */
WRAP(char*, strerror, (int number)) {
  return (char*)culprit_wrote_string(strerror(number));
}
WRAP(char*, strsignal, (int number)) {
  return (char*)culprit_wrote_string(strsignal(number));
}
WRAP(char*, strerror_r, (int number, char* to, size_t n)) {
  return (char*)culprit_wrote_string(strerror_r(number, to, n));
}
int __xpg_strerror_r(int, char*, size_t);
WRAP(int, __xpg_strerror_r, (int number, char* to, size_t n)) {
  int result = __xpg_strerror_r(number, to, n);
  if (n) culprit_wrote_string(to);
  return result;
}
