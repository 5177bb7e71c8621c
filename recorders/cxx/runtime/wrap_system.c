/* Files, processes and the like: what the system writes into the program's memory. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/wrap.h"

static ssize_t wrote_read(void* to, ssize_t n) {
  if (n > 0) culprit_wrote(to, (size_t)n);
  return n;
}
ssize_t __read_chk(int, void*, size_t, size_t);
ssize_t __pread_chk(int, void*, size_t, off_t, size_t);
ssize_t __recv_chk(int, void*, size_t, size_t, int);
char* __getcwd_chk(char*, size_t, size_t);
char* __realpath_chk(const char*, char*, size_t);
ssize_t __readlink_chk(const char*, char*, size_t, size_t);

WRAP(ssize_t, read, (int fd, void* to, size_t n)) {
  return wrote_read(to, read(fd, to, n));
}
WRAP(ssize_t, __read_chk, (int fd, void* to, size_t n, size_t room)) {
  return wrote_read(to, __read_chk(fd, to, n, room));
}
WRAP(ssize_t, pread, (int fd, void* to, size_t n, off_t at)) {
  return wrote_read(to, pread(fd, to, n, at));
}
WRAP(ssize_t, pread64, (int fd, void* to, size_t n, off_t at)) {
  return wrote_read(to, pread(fd, to, n, at));
}
WRAP(ssize_t, __pread_chk, (int fd, void* to, size_t n, off_t at, size_t room)) {
  return wrote_read(to, __pread_chk(fd, to, n, at, room));
}
WRAP(ssize_t, recv, (int fd, void* to, size_t n, int flags)) {
  return wrote_read(to, recv(fd, to, n, flags));
}
WRAP(ssize_t, __recv_chk, (int fd, void* to, size_t n, size_t room, int flags)) {
  return wrote_read(to, __recv_chk(fd, to, n, room, flags));
}
/* The length becomes that of the whole address, of which no more was written than there is room for. */
static void wrote_address(const struct sockaddr* name, socklen_t room, socklen_t* length) {
  if (!length) return;
  culprit_wrote(name, *length < room ? *length : room);
  culprit_wrote4(length);
}
/* A pointer that leads nowhere is refused. */
static socklen_t room_in(const socklen_t* length) {
  socklen_t room = 0;
  return length && culprit_read_memory(&room, (uint64_t)length, sizeof room) == sizeof room ? room : 0;
}
WRAP(ssize_t, recvfrom, (int fd, void* to, size_t n, int flags, struct sockaddr* from, socklen_t* length)) {
  socklen_t room = room_in(length);
  ssize_t got = wrote_read(to, recvfrom(fd, to, n, flags, from, length));
  if (got >= 0 && from) wrote_address(from, room, length);
  return got;
}
static ssize_t wrote_pieces(const struct iovec* pieces, int count, ssize_t n) {
  size_t left = n > 0 ? (size_t)n : 0;
  for (int i = 0; i < count && left; i++) {
    size_t now = pieces[i].iov_len < left ? pieces[i].iov_len : left;
    culprit_wrote(pieces[i].iov_base, now);
    left -= now;
  }
  return n;
}
WRAP(ssize_t, readv, (int fd, const struct iovec* pieces, int count)) {
  return wrote_pieces(pieces, count, readv(fd, pieces, count));
}
WRAP(ssize_t, recvmsg, (int fd, struct msghdr* message, int flags)) {
  ssize_t n = recvmsg(fd, message, flags);
  if (n < 0) return n;
  culprit_wrote(message, sizeof *message);
  culprit_wrote(message->msg_control, message->msg_controllen);
  return wrote_pieces(message->msg_iov, (int)message->msg_iovlen, n);
}

#define STATUS(name, parameters, call)                      \
  WRAP(int, name, parameters) {                             \
    int result = call;                                      \
    if (result == 0) culprit_wrote(status, sizeof *status); \
    return result;                                          \
  }
STATUS(stat, (const char* path, struct stat* status), stat(path, status))
STATUS(lstat, (const char* path, struct stat* status), lstat(path, status))
STATUS(fstat, (int fd, struct stat* status), fstat(fd, status))
STATUS(fstatat, (int fd, const char* path, struct stat* status, int flags), fstatat(fd, path, status, flags))
STATUS(stat64, (const char* path, struct stat64* status), stat64(path, status))
STATUS(lstat64, (const char* path, struct stat64* status), lstat64(path, status))
STATUS(fstat64, (int fd, struct stat64* status), fstat64(fd, status))
STATUS(fstatat64, (int fd, const char* path, struct stat64* status, int flags),
       fstatat64(fd, path, status, flags))
STATUS(statvfs, (const char* path, struct statvfs* status), statvfs(path, status))
STATUS(uname, (struct utsname * status), uname(status))
STATUS(getrlimit, (__rlimit_resource_t what, struct rlimit* status), getrlimit(what, status))
STATUS(getrusage, (__rusage_who_t who, struct rusage* status), getrusage(who, status))
STATUS(sigemptyset, (sigset_t * status), sigemptyset(status))
STATUS(sigfillset, (sigset_t * status), sigfillset(status))
STATUS(sigaddset, (sigset_t * status, int signal), sigaddset(status, signal))
STATUS(sigdelset, (sigset_t * status, int signal), sigdelset(status, signal))
STATUS(sigpending, (sigset_t * status), sigpending(status))
STATUS(sigwait, (const sigset_t* set, int* status), sigwait(set, status))
WRAP(int, sigprocmask, (int how, const sigset_t* set, sigset_t* old)) {
  int result = sigprocmask(how, set, old);
  if (result == 0) culprit_wrote(old, sizeof *old);
  return result;
}
WRAP(int, pthread_sigmask, (int how, const sigset_t* set, sigset_t* old)) {
  int result = pthread_sigmask(how, set, old);
  if (result == 0) culprit_wrote(old, sizeof *old);
  return result;
}
WRAP(clock_t, times, (struct tms * to)) {
  clock_t result = times(to);
  culprit_wrote(to, sizeof *to);
  return result;
}

WRAP(int, pipe, (int ends[2])) {
  int result = pipe(ends);
  if (result == 0) culprit_wrote(ends, 2 * sizeof(int));
  return result;
}
WRAP(int, pipe2, (int ends[2], int flags)) {
  int result = pipe2(ends, flags);
  if (result == 0) culprit_wrote(ends, 2 * sizeof(int));
  return result;
}
WRAP(int, socketpair, (int domain, int type, int protocol, int ends[2])) {
  int result = socketpair(domain, type, protocol, ends);
  if (result == 0) culprit_wrote(ends, 2 * sizeof(int));
  return result;
}
WRAP(int, poll, (struct pollfd * all, nfds_t count, int timeout)) {
  int result = poll(all, count, timeout);
  if (result >= 0) culprit_wrote(all, count * sizeof *all);
  return result;
}
WRAP(int, select, (int count, fd_set* in, fd_set* out, fd_set* other, struct timeval* timeout)) {
  int result = select(count, in, out, other, timeout);
  if (result >= 0) {
    culprit_wrote(in, sizeof *in);
    culprit_wrote(out, sizeof *out);
    culprit_wrote(other, sizeof *other);
  }
  culprit_wrote(timeout, sizeof *timeout);
  return result;
}
WRAP(int, accept, (int fd, struct sockaddr* peer, socklen_t* length)) {
  socklen_t room = room_in(length);
  int result = accept(fd, peer, length);
  if (result >= 0 && peer) wrote_address(peer, room, length);
  return result;
}
WRAP(int, getsockname, (int fd, struct sockaddr* name, socklen_t* length)) {
  socklen_t room = room_in(length);
  int result = getsockname(fd, name, length);
  if (result == 0) wrote_address(name, room, length);
  return result;
}
WRAP(int, getsockopt, (int fd, int level, int option, void* value, socklen_t* length)) {
  int result = getsockopt(fd, level, option, value, length);
  if (result == 0) culprit_wrote(value, *length);
  if (result == 0) culprit_wrote4(length);
  return result;
}

WRAP(pid_t, wait, (int* status)) {
  pid_t result = wait(status);
  if (result > 0) culprit_wrote4(status);
  return result;
}
WRAP(pid_t, waitpid, (pid_t child, int* status, int options)) {
  pid_t result = waitpid(child, status, options);
  if (result > 0) culprit_wrote4(status);
  return result;
}
WRAP(pid_t, wait4, (pid_t child, int* status, int options, struct rusage* usage)) {
  pid_t result = wait4(child, status, options, usage);
  if (result > 0) culprit_wrote4(status);
  if (result > 0) culprit_wrote(usage, sizeof *usage);
  return result;
}

WRAP(char*, getcwd, (char* to, size_t n)) {
  return (char*)culprit_wrote_string(getcwd(to, n));
}
WRAP(char*, __getcwd_chk, (char* to, size_t n, size_t room)) {
  return (char*)culprit_wrote_string(__getcwd_chk(to, n, room));
}
WRAP(char*, realpath, (const char* path, char* to)) {
  return (char*)culprit_wrote_string(realpath(path, to));
}
WRAP(char*, __realpath_chk, (const char* path, char* to, size_t room)) {
  return (char*)culprit_wrote_string(__realpath_chk(path, to, room));
}
WRAP(ssize_t, readlink, (const char* path, char* to, size_t n)) {
  return wrote_read(to, readlink(path, to, n));
}
WRAP(ssize_t, __readlink_chk, (const char* path, char* to, size_t n, size_t room)) {
  return wrote_read(to, __readlink_chk(path, to, n, room));
}
WRAP(int, gethostname, (char* to, size_t n)) {
  int result = gethostname(to, n);
  if (result == 0) culprit_wrote(to, strnlen(to, n));
  return result;
}
WRAP(int, mkstemp, (char* name)) {
  int fd = mkstemp(name);
  culprit_wrote_string(name);
  return fd;
}
WRAP(int, mkstemp64, (char* name)) {
  int fd = mkstemp(name);
  culprit_wrote_string(name);
  return fd;
}
WRAP(char*, mkdtemp, (char* name)) {
  char* result = mkdtemp(name);
  culprit_wrote_string(name);
  return result;
}
WRAP(char*, dirname, (char* path)) {
  char* result = dirname(path);
  if (path) culprit_wrote_string(path);
  return (char*)culprit_wrote_string(result);
}
WRAP(struct dirent*, readdir, (DIR * directory)) {
  struct dirent* entry = readdir(directory);
  if (entry) culprit_wrote(entry, entry->d_reclen);
  return entry;
}
WRAP(struct dirent64*, readdir64, (DIR * directory)) {
  struct dirent64* entry = readdir64(directory);
  if (entry) culprit_wrote(entry, entry->d_reclen);
  return entry;
}
static char* told_variable(const char* name, char* value) {
  culprit_log_asked(CULPRIT_ASKED_ENVIRONMENT, name, value, value ? strlen(value) + 1 : 0);
  return (char*)culprit_wrote_string(value);
}
WRAP(char*, getenv, (const char* name)) {
  return told_variable(name, getenv(name));
}
WRAP(char*, secure_getenv, (const char* name)) {
  return told_variable(name, secure_getenv(name));
}

/* The order of the arguments may change. */
static int wrote_options(int result, int argc, char* const* argv) {
  culprit_wrote(argv, (size_t)argc * sizeof *argv);
  culprit_wrote(&optarg, sizeof optarg);
  culprit_wrote4(&optind);
  culprit_wrote4(&optopt);
  return result;
}
WRAP(int, getopt, (int argc, char* const argv[], const char* options)) {
  return wrote_options(getopt(argc, argv, options), argc, argv);
}
WRAP(int, getopt_long,
     (int argc, char* const argv[], const char* options, const struct option* names, int* which)) {
  int result = wrote_options(getopt_long(argc, argv, options, names, which), argc, argv);
  culprit_wrote4(which);
  for (const struct option* name = names; result == 0 && name->name; name++) culprit_wrote4(name->flag);
  return result;
}

WRAP(int, posix_memalign, (void** to, size_t alignment, size_t size)) {
  int result = posix_memalign(to, alignment, size);
  if (result == 0) culprit_wrote8(to);
  return result;
}
