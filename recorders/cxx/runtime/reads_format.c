/* What the printf family reads beside its format: the texts among the values. */
#define _GNU_SOURCE
#include <ctype.h>
#include <printf.h>
#include <stdarg.h>
#include <string.h>
#include <wchar.h>

#include "recorders/cxx/runtime/runtime.h"

enum { MOST_POSITIONS = 64 };

struct conversion {
  int has_width, has_precision; /* among the values */
  uint64_t precision;           /* UINT64_MAX: none */
  char length;                  /* 'l' or 'L', the others do not matter */
  char character;
};

static const char* skip_digits(const char* at) {
  while (isdigit((unsigned char)*at)) at++;
  return at;
}

/* Reads a conversion behind its '%'; gives what follows it. */
static const char* parse(const char* at, struct conversion* found) {
  *found = (struct conversion){.precision = UINT64_MAX};
  at += strspn(at, "-+ #0'I");
  found->has_width = *at == '*';
  at = *at == '*' ? at + 1 : skip_digits(at);
  if (*at == '.') {
    at++;
    found->has_precision = *at == '*';
    found->precision = 0;
    for (; isdigit((unsigned char)*at); at++)
      found->precision = found->precision * 10 + (uint64_t)(*at - '0');
    if (*at == '*') at++;
  }
  for (; *at && strchr("hlLqjzt", *at); at++)
    if (*at == 'l' || *at == 'L' || *at == 'q')
      found->length = *at == 'l' && found->length != 'l' ? 'l' : 'L';
  found->character = *at;
  return *at ? at + 1 : at;
}

static void log_text(const struct conversion* found, const void* text) {
  int is_wide = found->character == 'S' || found->length == 'l';
  culprit_cxx_read_text(text, found->precision, CULPRIT_CXX_TEXT | (is_wide ? CULPRIT_CXX_WIDE : 0));
}

/* By `%1$s`: types come from the C library. A precision counts for nothing: such texts end at their zeros. */
static void log_positions(const char* format, va_list values) {
  int types[MOST_POSITIONS];
  size_t count = parse_printf_format(format, MOST_POSITIONS, types);
  for (size_t i = 0; i < count && i < MOST_POSITIONS; i++) {
    int type = types[i] & ~PA_FLAG_MASK;
    if (types[i] & PA_FLAG_PTR) {
      va_arg(values, void*);
    } else if (type == PA_STRING || type == PA_WSTRING) {
      struct conversion found = {.precision = UINT64_MAX, .character = type == PA_STRING ? 's' : 'S'};
      log_text(&found, va_arg(values, void*));
    } else if (type == PA_DOUBLE || type == PA_FLOAT) {
      if (types[i] & PA_FLAG_LONG_DOUBLE) {
        va_arg(values, long double);
      } else {
        va_arg(values, double);
      }
    } else {
      va_arg(values, uint64_t);
    }
  }
}

static int has_positions(const char* format) {
  for (const char* at = strchr(format, '%'); at; at = strchr(at + 1, '%'))
    if (at[1] != '%' && isdigit((unsigned char)at[1]) && *skip_digits(at + 1) == '$') return 1;
  return 0;
}

/* On x86-64 every integer and pointer takes a word of 8 bytes. */
static void log_values(const char* format, va_list values) {
  for (const char* at = format; *at;) {
    struct conversion found;
    if (*at++ != '%') continue;
    at = parse(at, &found);
    if (found.has_width) va_arg(values, uint64_t);
    if (found.has_precision) {
      int given = va_arg(values, int);
      found.precision = given < 0 ? UINT64_MAX : (uint64_t)given;
    }
    if (!found.character) return;
    if (strchr("%m", found.character)) continue;
    if (strchr("sS", found.character)) {
      log_text(&found, va_arg(values, void*));
    } else if (strchr("aAeEfFgG", found.character)) {
      if (found.length == 'L') {
        va_arg(values, long double);
      } else {
        va_arg(values, double);
      }
    } else if (strchr("diouxXcCpn", found.character)) {
      va_arg(values, uint64_t);
    } else {
      return; /* the program's own, or none */
    }
  }
}

static void log_formatted(const char* format, va_list values) {
  va_list again;
  va_copy(again, values);
  if (has_positions(format)) {
    log_positions(format, again);
  } else {
    log_values(format, again);
  }
  va_end(again);
}

static int wants(const void* format) {
  return format && culprit_thread.seen && culprit_thread.stream->room;
}

CULPRIT_EXPORT void culprit_cxx_read_format_list(const char* format, void* list) {
  if (!wants(format)) return;
  culprit_cxx_read_text(format, UINT64_MAX, CULPRIT_CXX_TEXT);
  log_formatted(format, *(va_list*)list);
}

CULPRIT_EXPORT void culprit_cxx_read_format(const char* format, ...) {
  va_list values;
  if (!wants(format)) return;
  va_start(values, format);
  culprit_cxx_read_format_list(format, values);
  va_end(values);
}

/* What stands between conversions does not matter, nor do conversions past the first 4,096 characters. */
CULPRIT_EXPORT void culprit_cxx_read_wide_format_list(const void* format, void* list) {
  const wchar_t* from = (const wchar_t*)format;
  char narrow[4096];
  size_t n = 0;
  if (!wants(format)) return;
  culprit_cxx_read_text(format, UINT64_MAX, CULPRIT_CXX_TEXT | CULPRIT_CXX_WIDE);
  for (; from[n] && n + 1 < sizeof narrow; n++)
    narrow[n] = from[n] > 0 && from[n] < 128 ? (char)from[n] : ' ';
  narrow[n] = 0;
  log_formatted(narrow, *(va_list*)list);
}

CULPRIT_EXPORT void culprit_cxx_read_wide_format(const void* format, ...) {
  va_list values;
  if (!wants(format)) return;
  va_start(values, format);
  culprit_cxx_read_wide_format_list(format, values);
  va_end(values);
}
