/* <stdio.h>: what is read, and text formatted into memory. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "recorders/cxx/runtime/wrap.h"

#undef fread_unlocked /* a macro of glibc's */

char* __fgets_chk(char*, size_t, int, FILE*);
char* __fgets_unlocked_chk(char*, size_t, int, FILE*);
size_t __fread_chk(void*, size_t, size_t, size_t, FILE*);
size_t __fread_unlocked_chk(void*, size_t, size_t, size_t, FILE*);
ssize_t __getdelim(char**, size_t*, int, FILE*);
int __vsprintf_chk(char*, int, size_t, const char*, va_list);
int __vsnprintf_chk(char*, size_t, int, size_t, const char*, va_list);
int __vasprintf_chk(char**, int, const char*, va_list);

/* The whole line, or the part of it that fitted. A line may hold zeros: then only what the position says is sure, and
 * the whole buffer is taken. */
static char* wrote_line(char* line) {
  return (char*)culprit_wrote_string(line);
}
WRAP(char*, fgets, (char* to, int n, FILE* file)) {
  return wrote_line(fgets(to, n, file));
}
WRAP(char*, fgets_unlocked, (char* to, int n, FILE* file)) {
  return wrote_line(fgets_unlocked(to, n, file));
}
WRAP(char*, __fgets_chk, (char* to, size_t room, int n, FILE* file)) {
  return wrote_line(__fgets_chk(to, room, n, file));
}
WRAP(char*, __fgets_unlocked_chk, (char* to, size_t room, int n, FILE* file)) {
  return wrote_line(__fgets_unlocked_chk(to, room, n, file));
}
/* A partly read element is written, too. */
static size_t wrote_items(void* to, size_t size, size_t count, size_t got) {
  culprit_wrote(to, got < count && size > 1 ? (got + 1) * size : got * size);
  return got;
}
WRAP(size_t, fread, (void* to, size_t size, size_t count, FILE* file)) {
  return wrote_items(to, size, count, fread(to, size, count, file));
}
WRAP(size_t, fread_unlocked, (void* to, size_t size, size_t count, FILE* file)) {
  return wrote_items(to, size, count, fread_unlocked(to, size, count, file));
}
WRAP(size_t, __fread_chk, (void* to, size_t room, size_t size, size_t count, FILE* file)) {
  return wrote_items(to, size, count, __fread_chk(to, room, size, count, file));
}
WRAP(size_t, __fread_unlocked_chk, (void* to, size_t room, size_t size, size_t count, FILE* file)) {
  return wrote_items(to, size, count, __fread_unlocked_chk(to, room, size, count, file));
}
static ssize_t wrote_allocated_line(char** line, size_t* room, ssize_t n) {
  culprit_wrote8(line);
  culprit_wrote8(room);
  if (n >= 0) culprit_wrote(*line, (size_t)n + 1);
  return n;
}
WRAP(ssize_t, getdelim, (char** line, size_t* room, int end, FILE* file)) {
  return wrote_allocated_line(line, room, getdelim(line, room, end, file));
}
WRAP(ssize_t, __getdelim, (char** line, size_t* room, int end, FILE* file)) {
  return wrote_allocated_line(line, room, getdelim(line, room, end, file));
}
WRAP(ssize_t, getline, (char** line, size_t* room, FILE* file)) {
  return wrote_allocated_line(line, room, getline(line, room, file));
}
WRAP(int, fgetpos, (FILE * file, fpos_t* to)) {
  int result = fgetpos(file, to);
  if (result == 0) culprit_wrote(to, sizeof *to);
  return result;
}
WRAP(wchar_t*, fgetws, (wchar_t * to, int n, FILE* file)) {
  wchar_t* line = fgetws(to, n, file);
  if (line) culprit_wrote(line, (wcslen(line) + 1) * sizeof *line);
  return line;
}

/* `room` is what the function was told; the text is cut there. */
static int wrote_formatted(char* to, size_t room, int n) {
  if (n >= 0 && room) culprit_wrote(to, (size_t)n < room ? (size_t)n + 1 : room);
  return n;
}
WRAP(int, vsprintf, (char* to, const char* format, va_list values)) {
  return wrote_formatted(to, SIZE_MAX, vsprintf(to, format, values));
}
WRAP(int, sprintf, (char* to, const char* format, ...)) {
  va_list values;
  va_start(values, format);
  int n = wrote_formatted(to, SIZE_MAX, vsprintf(to, format, values));
  va_end(values);
  return n;
}
WRAP(int, vsnprintf, (char* to, size_t room, const char* format, va_list values)) {
  return wrote_formatted(to, room, vsnprintf(to, room, format, values));
}
WRAP(int, snprintf, (char* to, size_t room, const char* format, ...)) {
  va_list values;
  va_start(values, format);
  int n = wrote_formatted(to, room, vsnprintf(to, room, format, values));
  va_end(values);
  return n;
}
WRAP(int, __vsprintf_chk, (char* to, int flag, size_t size, const char* format, va_list values)) {
  return wrote_formatted(to, SIZE_MAX, __vsprintf_chk(to, flag, size, format, values));
}
WRAP(int, __sprintf_chk, (char* to, int flag, size_t size, const char* format, ...)) {
  va_list values;
  va_start(values, format);
  int n = wrote_formatted(to, SIZE_MAX, __vsprintf_chk(to, flag, size, format, values));
  va_end(values);
  return n;
}
WRAP(int, __vsnprintf_chk,
     (char* to, size_t room, int flag, size_t size, const char* format, va_list values)) {
  return wrote_formatted(to, room, __vsnprintf_chk(to, room, flag, size, format, values));
}
WRAP(int, __snprintf_chk, (char* to, size_t room, int flag, size_t size, const char* format, ...)) {
  va_list values;
  va_start(values, format);
  int n = wrote_formatted(to, room, __vsnprintf_chk(to, room, flag, size, format, values));
  va_end(values);
  return n;
}
static int wrote_made(char** to, int n) {
  if (n >= 0) culprit_wrote8(to);
  if (n >= 0) culprit_wrote(*to, (size_t)n + 1);
  return n;
}
WRAP(int, vasprintf, (char** to, const char* format, va_list values)) {
  return wrote_made(to, vasprintf(to, format, values));
}
WRAP(int, asprintf, (char** to, const char* format, ...)) {
  va_list values;
  va_start(values, format);
  int n = wrote_made(to, vasprintf(to, format, values));
  va_end(values);
  return n;
}
WRAP(int, __vasprintf_chk, (char** to, int flag, const char* format, va_list values)) {
  return wrote_made(to, __vasprintf_chk(to, flag, format, values));
}
WRAP(int, __asprintf_chk, (char** to, int flag, const char* format, ...)) {
  va_list values;
  va_start(values, format);
  int n = wrote_made(to, __vasprintf_chk(to, flag, format, values));
  va_end(values);
  return n;
}
WRAP(int, vswprintf, (wchar_t * to, size_t room, const wchar_t* format, va_list values)) {
  int n = vswprintf(to, room, format, values);
  if (n >= 0) culprit_wrote(to, ((size_t)n + 1) * sizeof *to);
  return n;
}
WRAP(int, swprintf, (wchar_t * to, size_t room, const wchar_t* format, ...)) {
  va_list values;
  va_start(values, format);
  int n = vswprintf(to, room, format, values);
  va_end(values);
  if (n >= 0) culprit_wrote(to, ((size_t)n + 1) * sizeof *to);
  return n;
}
