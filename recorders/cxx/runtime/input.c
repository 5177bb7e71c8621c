/* What the program consumes, logged by the call that consumed it, not when the C library or the system delivers it.
 *
 * The functions here stand in for the C library's, for recorded code and for libraries alike: C++ streams that are tied to
 * stdio come through getc, ungetc and fread. What they write into memory is the wrappers' business. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/interpose.h"

#undef getc
#undef getchar
#undef fread_unlocked
#undef getc_unlocked
#undef fgetc_unlocked
#undef getchar_unlocked

static void consumed_from(FILE* file, const void* bytes, size_t length) {
  culprit_consumed(culprit_descriptor_of(file), bytes, length);
}
static void met_end(FILE* file) {
  if (feof_unlocked(file)) culprit_consumed_end(culprit_descriptor_of(file));
}

static int consumed_character(FILE* file, int result) {
  char byte = (char)result;
  if (result != EOF) consumed_from(file, &byte, 1);
  if (result == EOF) met_end(file);
  return result;
}
#define CHARACTER(name)                                    \
  INTERPOSE(int, name, (FILE * file)) {                    \
    return consumed_character(file, THE_REAL(name)(file)); \
  }
int _IO_getc(FILE*);
CHARACTER(fgetc)
CHARACTER(getc)
CHARACTER(_IO_getc)
CHARACTER(fgetc_unlocked)
CHARACTER(getc_unlocked)
INTERPOSE(int, getchar, (void)) {
  return consumed_character(stdin, THE_REAL(getchar)());
}
INTERPOSE(int, getchar_unlocked, (void)) {
  return consumed_character(stdin, THE_REAL(getchar_unlocked)());
}
INTERPOSE(int, ungetc, (int character, FILE* file)) {
  int result = THE_REAL(ungetc)(character, file);
  if (result != EOF) culprit_gave_back(culprit_descriptor_of(file), (char)result);
  return result;
}

/* A line may hold zeros: then it ends with the first newline behind them, or where the room did. */
static char* consumed_line(char* line, int room, FILE* file) {
  if (!line) {
    met_end(file);
    return line;
  }
  size_t most = room > 0 ? (size_t)room - 1 : 0, length = strlen(line);
  if (length < most && (!length || line[length - 1] != '\n') && !feof_unlocked(file)) {
    const char* newline = (const char*)memchr(line + length, '\n', most - length);
    length = newline ? (size_t)(newline + 1 - line) : most;
  }
  consumed_from(file, line, length);
  if (!length || line[length - 1] != '\n') met_end(file);
  return line;
}
char* __fgets_chk(char*, size_t, int, FILE*);
char* __fgets_unlocked_chk(char*, size_t, int, FILE*);
INTERPOSE(char*, fgets, (char* to, int n, FILE* file)) {
  return consumed_line(THE_REAL(fgets)(to, n, file), n, file);
}
INTERPOSE(char*, fgets_unlocked, (char* to, int n, FILE* file)) {
  return consumed_line(THE_REAL(fgets_unlocked)(to, n, file), n, file);
}
INTERPOSE(char*, __fgets_chk, (char* to, size_t room, int n, FILE* file)) {
  return consumed_line(THE_REAL(__fgets_chk)(to, room, n, file), n, file);
}
INTERPOSE(char*, __fgets_unlocked_chk, (char* to, size_t room, int n, FILE* file)) {
  return consumed_line(THE_REAL(__fgets_unlocked_chk)(to, room, n, file), n, file);
}

/* Byte by byte, as the C library does it: else the bytes of a last item that is not whole would not be known. */
static size_t consumed_items(const void* to, size_t size, size_t wanted, size_t got, FILE* file) {
  consumed_from(file, to, got);
  if (got < wanted) met_end(file);
  return got / size;
}
size_t __fread_chk(void*, size_t, size_t, size_t, FILE*);
size_t __fread_unlocked_chk(void*, size_t, size_t, size_t, FILE*);
#define ITEMS(name)                                                                     \
  INTERPOSE(size_t, name, (void* to, size_t size, size_t count, FILE* file)) {          \
    size_t wanted = size * count;                                                       \
    if (!wanted) return 0;                                                              \
    return consumed_items(to, size, wanted, THE_REAL(name)(to, 1, wanted, file), file); \
  }
ITEMS(fread)
ITEMS(fread_unlocked)
/* The check looks at the product, too. */
#define CHECKED_ITEMS(name)                                                                               \
  INTERPOSE(size_t, name, (void* to, size_t room, size_t size, size_t count, FILE* file)) {               \
    size_t wanted;                                                                                        \
    if (__builtin_mul_overflow(size, count, &wanted)) return THE_REAL(name)(to, room, size, count, file); \
    if (!wanted) return 0;                                                                                \
    return consumed_items(to, size, wanted, THE_REAL(name)(to, room, 1, wanted, file), file);             \
  }
CHECKED_ITEMS(__fread_chk)
CHECKED_ITEMS(__fread_unlocked_chk)

static ssize_t consumed_allocated_line(char* const* line, int end, ssize_t n, FILE* file) {
  if (n > 0) consumed_from(file, *line, (size_t)n);
  if (n <= 0 || (*line)[n - 1] != (char)end) met_end(file);
  return n;
}
ssize_t __getdelim(char**, size_t*, int, FILE*);
INTERPOSE(ssize_t, getdelim, (char** line, size_t* room, int end, FILE* file)) {
  return consumed_allocated_line(line, end, THE_REAL(getdelim)(line, room, end, file), file);
}
INTERPOSE(ssize_t, __getdelim, (char** line, size_t* room, int end, FILE* file)) {
  return consumed_allocated_line(line, end, THE_REAL(__getdelim)(line, room, end, file), file);
}
INTERPOSE(ssize_t, getline, (char** line, size_t* room, FILE* file)) {
  return consumed_allocated_line(line, '\n', THE_REAL(getline)(line, room, file), file);
}

/* Descriptors. */
static ssize_t consumed_read(int fd, const void* to, size_t wanted, ssize_t n) {
  if (n > 0) culprit_consumed(fd, to, (size_t)n);
  if (n == 0 && wanted) culprit_consumed_end(fd);
  return n;
}
ssize_t __read_chk(int, void*, size_t, size_t);
ssize_t __pread_chk(int, void*, size_t, off_t, size_t);
ssize_t __recv_chk(int, void*, size_t, size_t, int);
INTERPOSE(ssize_t, read, (int fd, void* to, size_t n)) {
  return consumed_read(fd, to, n, THE_REAL(read)(fd, to, n));
}
INTERPOSE(ssize_t, __read_chk, (int fd, void* to, size_t n, size_t room)) {
  return consumed_read(fd, to, n, THE_REAL(__read_chk)(fd, to, n, room));
}
static ssize_t consumed_at(int fd, uint64_t at, const void* to, size_t wanted, ssize_t n) {
  if (n > 0) culprit_consumed_at(fd, at, to, (size_t)n);
  if (n == 0 && wanted) culprit_consumed_end(fd);
  return n;
}
INTERPOSE(ssize_t, pread, (int fd, void* to, size_t n, off_t at)) {
  return consumed_at(fd, (uint64_t)at, to, n, THE_REAL(pread)(fd, to, n, at));
}
INTERPOSE(ssize_t, pread64, (int fd, void* to, size_t n, off64_t at)) {
  return consumed_at(fd, (uint64_t)at, to, n, THE_REAL(pread64)(fd, to, n, at));
}
INTERPOSE(ssize_t, __pread_chk, (int fd, void* to, size_t n, off_t at, size_t room)) {
  return consumed_at(fd, (uint64_t)at, to, n, THE_REAL(__pread_chk)(fd, to, n, at, room));
}
/* What is only looked at stays to be consumed. */
static ssize_t consumed_message(int fd, const void* to, size_t wanted, int flags, ssize_t n) {
  return flags & MSG_PEEK ? n : consumed_read(fd, to, wanted, n);
}
INTERPOSE(ssize_t, recv, (int fd, void* to, size_t n, int flags)) {
  return consumed_message(fd, to, n, flags, THE_REAL(recv)(fd, to, n, flags));
}
INTERPOSE(ssize_t, __recv_chk, (int fd, void* to, size_t n, size_t room, int flags)) {
  return consumed_message(fd, to, n, flags, THE_REAL(__recv_chk)(fd, to, n, room, flags));
}
INTERPOSE(ssize_t, recvfrom,
          (int fd, void* to, size_t n, int flags, struct sockaddr* from, socklen_t* length)) {
  return consumed_message(fd, to, n, flags, THE_REAL(recvfrom)(fd, to, n, flags, from, length));
}
static ssize_t consumed_pieces(int fd, const struct iovec* pieces, size_t count, ssize_t n) {
  size_t left = n > 0 ? (size_t)n : 0;
  for (size_t i = 0; i < count && left; i++) {
    size_t now = pieces[i].iov_len < left ? pieces[i].iov_len : left;
    culprit_consumed(fd, pieces[i].iov_base, now);
    left -= now;
  }
  if (n == 0 && count) culprit_consumed_end(fd);
  return n;
}
INTERPOSE(ssize_t, readv, (int fd, const struct iovec* pieces, int count)) {
  return consumed_pieces(fd, pieces, count > 0 ? (size_t)count : 0, THE_REAL(readv)(fd, pieces, count));
}
INTERPOSE(ssize_t, recvmsg, (int fd, struct msghdr* message, int flags)) {
  ssize_t n = THE_REAL(recvmsg)(fd, message, flags);
  return n < 0 || flags & MSG_PEEK ? n : consumed_pieces(fd, message->msg_iov, message->msg_iovlen, n);
}
