/* Text that goes to standard output, standard error and files, logged by the call that wrote it, whenever it leaves the
 * process.
 *
 * The functions here stand in for the C library's, for recorded code and for libraries alike: C++ streams that are tied to
 * stdio come through fwrite and putc. Inside the C library they call each other directly, so nothing is logged twice. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/interpose.h"
#include "recorders/cxx/runtime/runtime.h"

#undef putc
#undef putchar
#undef fwrite_unlocked
#undef fputc_unlocked
#undef putc_unlocked
#undef putchar_unlocked

/* Both names of one function: the pass makes recorded code call the first, everyone else calls the second. */
#define ALIAS_OF(name) __attribute__((alias(#name)))
#define ALIAS(name) ALIAS_OF(name)
#define OUTPUT(type, name, parameters)                                 \
  CULPRIT_EXPORT type OWN(name) parameters;                            \
  CULPRIT_EXPORT type culprit_wrap_##name parameters ALIAS(OWN(name)); \
  INTERPOSE(type, name, parameters)

static void wrote_to(FILE* file, const void* text, size_t length) {
  culprit_wrote_output(culprit_descriptor_of(file), text, length);
}
static void wrote_pieces(int fd, const struct iovec* pieces, size_t count, ssize_t written) {
  size_t left = written > 0 ? (size_t)written : 0;
  for (size_t i = 0; i < count && left; i++) {
    size_t now = pieces[i].iov_len < left ? pieces[i].iov_len : left;
    culprit_wrote_output(fd, pieces[i].iov_base, now);
    left -= now;
  }
}

OUTPUT(ssize_t, write, (int fd, const void* from, size_t n)) {
  ssize_t written = THE_REAL(write)(fd, from, n);
  if (written > 0) culprit_wrote_output(fd, from, (size_t)written);
  return written;
}
OUTPUT(ssize_t, writev, (int fd, const struct iovec* pieces, int count)) {
  ssize_t written = THE_REAL(writev)(fd, pieces, count);
  wrote_pieces(fd, pieces, (size_t)count, written);
  return written;
}
#define AT_A_PLACE(name, type)                                                         \
  INTERPOSE(ssize_t, name, (int fd, const void* from, size_t n, type at)) {            \
    ssize_t written = THE_REAL(name)(fd, from, n, at);                                 \
    if (written > 0) culprit_wrote_output_at(fd, (uint64_t)at, from, (size_t)written); \
    return written;                                                                    \
  }
AT_A_PLACE(pwrite, off_t)
AT_A_PLACE(pwrite64, off64_t)
INTERPOSE(ssize_t, send, (int fd, const void* from, size_t n, int flags)) {
  ssize_t written = THE_REAL(send)(fd, from, n, flags);
  if (written > 0) culprit_wrote_output(fd, from, (size_t)written);
  return written;
}
INTERPOSE(ssize_t, sendto,
          (int fd, const void* from, size_t n, int flags, const struct sockaddr* to, socklen_t length)) {
  ssize_t written = THE_REAL(sendto)(fd, from, n, flags, to, length);
  if (written > 0) culprit_wrote_output(fd, from, (size_t)written);
  return written;
}
INTERPOSE(ssize_t, sendmsg, (int fd, const struct msghdr* message, int flags)) {
  ssize_t written = THE_REAL(sendmsg)(fd, message, flags);
  if (written > 0) wrote_pieces(fd, message->msg_iov, message->msg_iovlen, written);
  return written;
}

OUTPUT(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* file)) {
  size_t written = THE_REAL(fwrite)(from, size, count, file);
  wrote_to(file, from, written * size);
  return written;
}
OUTPUT(size_t, fwrite_unlocked, (const void* from, size_t size, size_t count, FILE* file)) {
  size_t written = THE_REAL(fwrite_unlocked)(from, size, count, file);
  wrote_to(file, from, written * size);
  return written;
}

static int wrote_character(FILE* file, int result) {
  char text = (char)result;
  if (result != EOF) wrote_to(file, &text, 1);
  return result;
}
#define CHARACTER(name)                                            \
  OUTPUT(int, name, (int character, FILE* file)) {                 \
    return wrote_character(file, THE_REAL(name)(character, file)); \
  }
CHARACTER(fputc)
CHARACTER(putc)
CHARACTER(fputc_unlocked)
CHARACTER(putc_unlocked)
int _IO_putc(int, FILE*);
CHARACTER(_IO_putc)
OUTPUT(int, putchar, (int character)) {
  return wrote_character(stdout, THE_REAL(putchar)(character));
}
OUTPUT(int, putchar_unlocked, (int character)) {
  return wrote_character(stdout, THE_REAL(putchar_unlocked)(character));
}
OUTPUT(int, fputs, (const char* text, FILE* file)) {
  int result = THE_REAL(fputs)(text, file);
  if (result != EOF) wrote_to(file, text, strlen(text));
  return result;
}
OUTPUT(int, fputs_unlocked, (const char* text, FILE* file)) {
  int result = THE_REAL(fputs_unlocked)(text, file);
  if (result != EOF) wrote_to(file, text, strlen(text));
  return result;
}
OUTPUT(int, puts, (const char* text)) {
  int result = THE_REAL(puts)(text);
  if (result != EOF) wrote_to(stdout, text, strlen(text));
  if (result != EOF) wrote_to(stdout, "\n", 1);
  return result;
}
OUTPUT(void, perror, (const char* text)) {
  char line[512];
  int number = errno;
  THE_REAL(perror)(text);
  int saved = errno, is_named = text && *text;
  char words[256];
  const char* error = strerror_r(number, words, sizeof words);
  int n = snprintf(line, sizeof line, "%s%s%s\n", is_named ? text : "", is_named ? ": " : "", error);
  if (n > 0) wrote_to(stderr, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
  errno = saved;
}

/* The text is formatted a second time, for the trace: what the program itself does stays as it is. */
static void log_formatted(int descriptor, int length, const char* format, va_list values) {
  char small[1024];
  if (length <= 0 || descriptor < 0 || !culprit_is_logging()) return;
  int saved = errno;
  size_t room = (size_t)length + 1;
  culprit_occupy(&culprit_thread); /* for malloc */
  char* text = room <= sizeof small ? small : (char*)malloc(room);
  int again = text ? vsnprintf(text, room, format, values) : 0;
  culprit_thread.busy--;
  if (again > 0) culprit_wrote_output(descriptor, text, again < length ? (size_t)again : (size_t)length);
  culprit_occupy(&culprit_thread);
  if (text != small) free(text);
  culprit_thread.busy--;
  errno = saved;
}

#define FORMATTED(descriptor, call)            \
  va_list again;                               \
  va_copy(again, values);                      \
  int n = call;                                \
  log_formatted(descriptor, n, format, again); \
  va_end(again);                               \
  return n;
#define VARIADIC(last, call) \
  va_list values;            \
  va_start(values, last);    \
  int n = call;              \
  va_end(values);            \
  return n;

int __vfprintf_chk(FILE*, int, const char*, va_list);
int __vprintf_chk(int, const char*, va_list);
int __vdprintf_chk(int, int, const char*, va_list);
int __printf_chk(int, const char*, ...);
int __fprintf_chk(FILE*, int, const char*, ...);
int __dprintf_chk(int, int, const char*, ...);

OUTPUT(int, vfprintf, (FILE * file, const char* format, va_list values)){
    FORMATTED(culprit_descriptor_of(file),
              THE_REAL(vfprintf)(file, format, values))} OUTPUT(int, vdprintf,
                                                                (int fd, const char* format, va_list values)){
    FORMATTED(fd, THE_REAL(vdprintf)(fd, format, values))} OUTPUT(int, __vfprintf_chk,
                                                                  (FILE * file, int flag, const char* format,
                                                                   va_list values)){
    FORMATTED(culprit_descriptor_of(file),
              THE_REAL(__vfprintf_chk)(file, flag, format, values))} OUTPUT(int, __vdprintf_chk,
                                                                            (int fd, int flag,
                                                                             const char* format,
                                                                             va_list values)){
    FORMATTED(fd, THE_REAL(__vdprintf_chk)(fd, flag, format, values))} OUTPUT(int, vprintf,
                                                                              (const char* format,
                                                                               va_list values)) {
  return OWN(vfprintf)(stdout, format, values);
}
OUTPUT(int, fprintf, (FILE * file, const char* format, ...)){
    VARIADIC(format, OWN(vfprintf)(file, format, values))} OUTPUT(int, printf, (const char* format, ...)){
    VARIADIC(format, OWN(vfprintf)(stdout, format, values))} OUTPUT(int, dprintf,
                                                                    (int fd, const char* format, ...)){
    VARIADIC(format, OWN(vdprintf)(fd, format, values))} OUTPUT(int, __vprintf_chk,
                                                                (int flag, const char* format,
                                                                 va_list values)) {
  return OWN(__vfprintf_chk)(stdout, flag, format, values);
}
OUTPUT(int, __fprintf_chk, (FILE * file, int flag, const char* format, ...)){
    VARIADIC(format, OWN(__vfprintf_chk)(file, flag, format, values))} OUTPUT(int, __printf_chk,
                                                                              (int flag, const char* format,
                                                                               ...)){
    VARIADIC(format, OWN(__vfprintf_chk)(stdout, flag, format, values))} OUTPUT(int, __dprintf_chk,
                                                                                (int fd, int flag,
                                                                                 const char* format, ...)) {
  VARIADIC(format, OWN(__vdprintf_chk)(fd, flag, format, values))
}
