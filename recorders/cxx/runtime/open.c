/* Files are opened, closed and moved about in. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/interpose.h"

static uint32_t flags_of_mode(const char* mode) {
  uint32_t flags = mode[0] == 'r'   ? CULPRIT_FILE_READS
                   : mode[0] == 'a' ? CULPRIT_FILE_WRITES | CULPRIT_FILE_APPENDS
                                    : CULPRIT_FILE_WRITES | CULPRIT_FILE_TRUNCATES;
  return strchr(mode, '+') ? flags | CULPRIT_FILE_READS | CULPRIT_FILE_WRITES : flags;
}
static uint32_t flags_of_open(int flags) {
  uint32_t found = (flags & O_ACCMODE) == O_RDONLY   ? CULPRIT_FILE_READS
                   : (flags & O_ACCMODE) == O_WRONLY ? CULPRIT_FILE_WRITES
                                                     : CULPRIT_FILE_READS | CULPRIT_FILE_WRITES;
  return found | (flags & O_APPEND ? CULPRIT_FILE_APPENDS : 0) |
         (flags & O_TRUNC ? CULPRIT_FILE_TRUNCATES : 0);
}

static FILE* opened_stream(FILE* file, const char* path, const char* mode) {
  int saved = errno;
  culprit_opened_file(file ? fileno_unlocked(file) : -1, flags_of_mode(mode), path);
  errno = saved;
  return file;
}
INTERPOSE(FILE*, fopen, (const char* path, const char* mode)) {
  return opened_stream(THE_REAL(fopen)(path, mode), path, mode);
}
INTERPOSE(FILE*, fopen64, (const char* path, const char* mode)) {
  return opened_stream(THE_REAL(fopen64)(path, mode), path, mode);
}
/* Without a path only the mode changes. */
#define REOPEN(name)                                                         \
  INTERPOSE(FILE*, name, (const char* path, const char* mode, FILE* file)) { \
    int before = culprit_descriptor_of(file);                                \
    FILE* opened = THE_REAL(name)(path, mode, file);                         \
    if (path) culprit_closed_file(before);                                   \
    return path ? opened_stream(opened, path, mode) : opened;                \
  }
REOPEN(freopen)
REOPEN(freopen64)
INTERPOSE(int, fclose, (FILE * file)) {
  int descriptor = culprit_descriptor_of(file);
  culprit_closed_memory(file);
  int result = THE_REAL(fclose)(file);
  culprit_closed_file(descriptor);
  return result;
}

#define IN_MEMORY(name, parameters, arguments) \
  INTERPOSE(FILE*, name, parameters) {         \
    FILE* file = THE_REAL(name) arguments;     \
    int saved = errno;                         \
    culprit_opened_memory(file);               \
    errno = saved;                             \
    return file;                               \
  }
IN_MEMORY(fmemopen, (void* memory, size_t size, const char* mode), (memory, size, mode))
IN_MEMORY(open_memstream, (char** text, size_t* size), (text, size))

#define WITH_RIGHTS                     \
  va_list more;                         \
  va_start(more, flags);                \
  mode_t rights = va_arg(more, mode_t); \
  va_end(more);
static int opened_descriptor(int descriptor, const char* path, int flags) {
  int saved = errno;
  culprit_opened_file(descriptor, flags_of_open(flags), path);
  errno = saved;
  return descriptor;
}
INTERPOSE(int, open, (const char* path, int flags, ...)) {
  WITH_RIGHTS
  return opened_descriptor(THE_REAL(open)(path, flags, rights), path, flags);
}
INTERPOSE(int, open64, (const char* path, int flags, ...)) {
  WITH_RIGHTS
  return opened_descriptor(THE_REAL(open64)(path, flags, rights), path, flags);
}
INTERPOSE(int, openat, (int folder, const char* path, int flags, ...)) {
  WITH_RIGHTS
  return opened_descriptor(THE_REAL(openat)(folder, path, flags, rights), path, flags);
}
INTERPOSE(int, openat64, (int folder, const char* path, int flags, ...)) {
  WITH_RIGHTS
  return opened_descriptor(THE_REAL(openat64)(folder, path, flags, rights), path, flags);
}
INTERPOSE(int, creat, (const char* path, mode_t rights)) {
  return opened_descriptor(THE_REAL(creat)(path, rights), path, O_WRONLY | O_CREAT | O_TRUNC);
}
INTERPOSE(int, close, (int descriptor)) {
  culprit_closed_file(descriptor); /* before another thread can be given its number */
  return THE_REAL(close)(descriptor);
}

static int shared_descriptor(int made, int descriptor) {
  int saved = errno;
  if (made >= 0 && made != descriptor) {
    culprit_closed_file(made);
    culprit_shared_file(made, descriptor);
  }
  errno = saved;
  return made;
}
INTERPOSE(int, dup, (int descriptor)) {
  return shared_descriptor(THE_REAL(dup)(descriptor), descriptor);
}
INTERPOSE(int, dup2, (int descriptor, int wanted)) {
  return shared_descriptor(THE_REAL(dup2)(descriptor, wanted), descriptor);
}
INTERPOSE(int, dup3, (int descriptor, int wanted, int flags)) {
  return shared_descriptor(THE_REAL(dup3)(descriptor, wanted, flags), descriptor);
}

/* Where in a stream the next byte comes from: after a seek, since nothing else moves unseen. */
static void moved_stream(FILE* file) {
  int saved = errno;
  off_t at = ftello(file);
  if (at >= 0) culprit_moved_in_file(culprit_descriptor_of(file), (uint64_t)at);
  errno = saved;
}
#define SEEK(name, parameters, arguments)  \
  INTERPOSE(int, name, parameters) {       \
    int result = THE_REAL(name) arguments; \
    if (result == 0) moved_stream(file);   \
    return result;                         \
  }
SEEK(fseek, (FILE * file, long offset, int from), (file, offset, from))
SEEK(fseeko, (FILE * file, off_t offset, int from), (file, offset, from))
SEEK(fseeko64, (FILE * file, off64_t offset, int from), (file, offset, from))
SEEK(fsetpos, (FILE * file, const fpos_t* to), (file, to))
SEEK(fsetpos64, (FILE * file, const fpos64_t* to), (file, to))
INTERPOSE(void, rewind, (FILE * file)) {
  THE_REAL(rewind)(file);
  moved_stream(file);
}
#define SEEK_DESCRIPTOR(name, type)                                                                    \
  INTERPOSE(type, name, (int descriptor, type offset, int from)) {                                     \
    type at = THE_REAL(name)(descriptor, offset, from);                                                \
    if (at >= 0 && (offset != 0 || from != SEEK_CUR)) culprit_moved_in_file(descriptor, (uint64_t)at); \
    return at;                                                                                         \
  }
SEEK_DESCRIPTOR(lseek, off_t)
SEEK_DESCRIPTOR(lseek64, off64_t)
