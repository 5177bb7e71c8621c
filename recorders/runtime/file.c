/* The trace file: created, grown, checked. */
#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorders/runtime/internal.h"

/* glibc's wrappers of these are cancellation points: a thread of the host could end inside the recorder. */
static void close_raw(int fd) {
  syscall(SYS_close, fd);
}

/* The system hands out the lowest number that is free. That one is the host's: it may have been started without
 * standard output, or count on what its first file gets. */
static int move_away(int fd) {
  enum { FAR = 1000, FIRST_OWN = 3 };
  struct rlimit limit;
  long most =
      getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < FAR + 16 ? (long)limit.rlim_cur : FAR + 16;
  long moved = syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, most - 16 > FIRST_OWN ? most - 16 : FIRST_OWN);
  if (moved < 0 && fd < FIRST_OWN) moved = syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, FIRST_OWN);
  if (moved < 0 && fd >= FIRST_OWN) return fd;
  int error = errno;
  close_raw(fd);
  errno = error;
  return (int)moved;
}
static int open_raw(const char* path, int flags) {
  int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0666);
  return fd < 0 ? fd : move_away(fd);
}

static int is_ours(const struct culprit_trace* trace, int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && status.st_dev == trace->device && status.st_ino == trace->inode;
}

int culprit_file_create(struct culprit_trace* trace, const char* path, int exclusive) {
  struct stat status;
  /* An old trace is unlinked, not truncated: whoever has it mapped keeps it. Devices and the like are left
   * alone. */
  if (!exclusive && lstat(path, &status) == 0) {
    if (!S_ISREG(status.st_mode)) return EEXIST;
    if (unlink(path) != 0) return errno;
  }
  trace->fd = open_raw(path, O_RDWR | O_CREAT | O_EXCL);
  if (trace->fd < 0) return errno;
  if (fstat(trace->fd, &status) != 0) return errno;
  trace->device = status.st_dev;
  trace->inode = status.st_ino;
  if (!realpath(path, trace->path)) return errno;
  return 0;
}

int culprit_file_check(struct culprit_trace* trace) {
  if (is_ours(trace, trace->fd)) return 0;
  /* Whatever has that number now is the host's: it is neither written to nor closed. */
  int fd = open_raw(trace->path, O_RDWR);
  if (fd < 0) return errno;
  if (!is_ours(trace, fd)) {
    close_raw(fd);
    return EBADF;
  }
  trace->fd = fd;
  return 0;
}

int culprit_file_write(struct culprit_trace* trace, const void* bytes, uint64_t length, uint64_t offset) {
  const char* from = (const char*)bytes;
  while (length) {
    long written = syscall(SYS_pwrite64, trace->fd, from, length, offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return ENOSPC;
    from += written;
    offset += (uint64_t)written;
    length -= (uint64_t)written;
  }
  return 0;
}

static int write_zeros(struct culprit_trace* trace, uint64_t offset, uint64_t length) {
  static const char zeros[4096];
  for (; length; length -= sizeof zeros, offset += sizeof zeros) {
    int error = culprit_file_write(trace, zeros, sizeof zeros, offset);
    if (error) return error;
  }
  return 0;
}

/* Growing past RLIMIT_FSIZE would raise SIGXFSZ in the host. */
static int past_limits(const struct culprit_trace* trace, uint64_t end) {
  struct rlimit limit;
  if (trace->max_bytes && end > trace->max_bytes) return CULPRIT_PAST_BUDGET;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && end > limit.rlim_cur)
    return ENOSPC;
  return 0;
}

/* The range is given disk space before file_end moves over it, so that file_end never points past what is
 * there, whenever the process dies. Two threads may do that for the same range, which is harmless, but only
 * one of them moves file_end and owns it. No lock: the caller may be a signal handler that interrupted
 * another caller. */
int culprit_file_allocate(struct culprit_trace* trace, uint64_t* offset) {
  uint64_t size = trace->segment_size;
  for (;;) {
    uint64_t at = __atomic_load_n(&trace->header->file_end, __ATOMIC_ACQUIRE);
    int error = past_limits(trace, at + size);
    if (error) return error;
    int has_space = syscall(SYS_fallocate, trace->fd, 0, at, size) == 0;
    if (!has_space && errno == EINTR) continue;
    if (!has_space && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
    if (!__atomic_compare_exchange_n(&trace->header->file_end, &at, at + size, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
      continue;
    *offset = at;
    /* A file system that cannot reserve space gets zeros, but only once the range is ours alone. */
    return has_space ? 0 : write_zeros(trace, at, size);
  }
}

int culprit_file_map(struct culprit_trace* trace, uint64_t offset, uint64_t length, void** mapped) {
  *mapped = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, trace->fd, (off_t)offset);
  return *mapped == MAP_FAILED ? ENOMEM : 0;
}

void culprit_file_punch(struct culprit_trace* trace, uint64_t offset, uint64_t length) {
  syscall(SYS_fallocate, trace->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length);
}

void culprit_file_close(struct culprit_trace* trace) {
  if (is_ours(trace, trace->fd)) close_raw(trace->fd);
  trace->fd = -1;
}
