/* The scanf family: the format says which pointers were written through, and the result how many of them. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "recorders/cxx/runtime/wrap.h"

struct conversion {
  size_t position; /* of its pointer, from 1; 0: the next one */
  size_t width;    /* 0: none given */
  int is_skipped, is_allocated;
  char length;    /* 'H' for hh, 'q' for ll and L, or the letter */
  char character; /* '[' for sets */
};

static const char* skip_set(const char* at) {
  if (*at == '^') at++;
  if (*at == ']') at++;
  while (*at && *at != ']') at++;
  return *at ? at + 1 : at;
}

/* Reads a conversion behind its '%'; gives what follows it. */
static const char* parse(const char* at, struct conversion* found) {
  *found = (struct conversion){0};
  size_t digits = strspn(at, "0123456789");
  if (digits && at[digits] == '$') {
    found->position = strtoul(at, NULL, 10);
    at += digits + 1;
  }
  for (; *at == '*' || *at == '\''; at++) found->is_skipped |= *at == '*';
  for (; isdigit((unsigned char)*at); at++) found->width = found->width * 10 + (size_t)(*at - '0');
  if (*at == 'm') found->is_allocated = *at++ == 'm';
  if (*at == 'h' || *at == 'l') {
    found->length = *at++;
    if (*at == found->length) {
      found->length = *at++ == 'h' ? 'H' : 'q';
    }
  } else if (*at == 'j' || *at == 'z' || *at == 't' || *at == 'L' || *at == 'q') {
    found->length = *at == 'L' ? 'q' : *at;
    at++;
  }
  found->character = *at;
  if (*at == '[') return skip_set(at + 1);
  return *at ? at + 1 : at;
}

static size_t integer_size(char length) {
  switch (length) {
    case 'H':
      return 1;
    case 'h':
      return 2;
    case 0:
      return 4;
    default:
      return 8;
  }
}

static size_t size_of(const struct conversion* found, const void* to) {
  int is_wide = found->length == 'l' || found->character == 'S' || found->character == 'C';
  switch (found->character) {
    case 's':
    case 'S':
    case '[':
      return is_wide ? (wcslen((const wchar_t*)to) + 1) * sizeof(wchar_t) : strlen((const char*)to) + 1;
    case 'c':
    case 'C':
      return (found->width ? found->width : 1) * (is_wide ? sizeof(wchar_t) : 1);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return found->length == 'l' ? 8 : found->length == 'q' ? 16 : 4;
    case 'p':
      return 8;
    default:
      return integer_size(found->length);
  }
}

/* A format has positions everywhere or nowhere: then the pointers are taken in the order of their numbers. */
enum { MOST_POSITIONS = 64 };
static size_t highest_position(const char* format) {
  size_t highest = 0;
  for (const char* at = format; *at;) {
    struct conversion found;
    if (*at++ != '%') continue;
    if (*at == '%') {
      at++;
      continue;
    }
    at = parse(at, &found);
    if (found.position > highest) highest = found.position;
  }
  return highest;
}

/* The first `stored` conversions, and %n wherever it comes before the next. */
static void log_stored(const char* format, va_list pointers, int stored) {
  void* positions[MOST_POSITIONS];
  size_t highest = highest_position(format);
  if (highest > MOST_POSITIONS) return;
  for (size_t i = 0; i < highest; i++) positions[i] = va_arg(pointers, void*);
  for (const char* at = format; *at;) {
    struct conversion found;
    if (*at++ != '%') continue;
    if (*at == '%') {
      at++;
      continue;
    }
    at = parse(at, &found);
    if (found.is_skipped) continue;
    if (found.character != 'n' && stored-- <= 0) return;
    void* to = found.position ? positions[found.position - 1] : va_arg(pointers, void*);
    if (found.is_allocated) {
      culprit_wrote8(to);
      memcpy(&to, to, sizeof to);
    }
    culprit_wrote(to, size_of(&found, to));
  }
}

#define SCANNED(call)                \
  va_list again;                     \
  va_copy(again, pointers);          \
  int stored = call;                 \
  log_stored(format, again, stored); \
  va_end(again);                     \
  return stored;

/* Two sets in glibc: the old one reads "%as" as an allocated string. Which one a call means is in its name. */
int culprit_plain_vfscanf(FILE*, const char*, va_list) __asm__("vfscanf");
int culprit_plain_vsscanf(const char*, const char*, va_list) __asm__("vsscanf");
int culprit_isoc99_vfscanf(FILE*, const char*, va_list) __asm__("__isoc99_vfscanf");
int culprit_isoc99_vsscanf(const char*, const char*, va_list) __asm__("__isoc99_vsscanf");

#define SCAN(prefix, set)                                                                         \
  static int set##_file(FILE* file, const char* format, va_list pointers) {                       \
    SCANNED(culprit_##set##_vfscanf(file, format, pointers))                                      \
  }                                                                                               \
  static int set##_text(const char* text, const char* format, va_list pointers){                  \
      SCANNED(culprit_##set##_vsscanf(text, format, pointers))} WRAP(int, prefix##scanf,          \
                                                                     (const char* format, ...)) { \
    va_list pointers;                                                                             \
    va_start(pointers, format);                                                                   \
    int stored = set##_file(stdin, format, pointers);                                             \
    va_end(pointers);                                                                             \
    return stored;                                                                                \
  }                                                                                               \
  WRAP(int, prefix##fscanf, (FILE * file, const char* format, ...)) {                             \
    va_list pointers;                                                                             \
    va_start(pointers, format);                                                                   \
    int stored = set##_file(file, format, pointers);                                              \
    va_end(pointers);                                                                             \
    return stored;                                                                                \
  }                                                                                               \
  WRAP(int, prefix##sscanf, (const char* text, const char* format, ...)) {                        \
    va_list pointers;                                                                             \
    va_start(pointers, format);                                                                   \
    int stored = set##_text(text, format, pointers);                                              \
    va_end(pointers);                                                                             \
    return stored;                                                                                \
  }                                                                                               \
  WRAP(int, prefix##vscanf, (const char* format, va_list pointers)) {                             \
    return set##_file(stdin, format, pointers);                                                   \
  }                                                                                               \
  WRAP(int, prefix##vfscanf, (FILE * file, const char* format, va_list pointers)) {               \
    return set##_file(file, format, pointers);                                                    \
  }                                                                                               \
  WRAP(int, prefix##vsscanf, (const char* text, const char* format, va_list pointers)) {          \
    return set##_text(text, format, pointers);                                                    \
  }
SCAN(, plain)
SCAN(__isoc99_, isoc99)
