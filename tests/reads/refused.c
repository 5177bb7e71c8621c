// Pointers that lead nowhere and lengths that cannot be: the system refuses them, and the program goes on.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char* const nowhere = (char*)1;
static int number = 41;

static int used_at_the_end(void) {
  return number + 1;
}

static void say(const char* what, long result) {
  printf("%s %ld %d\n", what, result, errno);
  errno = 0;
}
#define TRY(call) say(#call, (long)(call))

static void paths(void) {
  struct stat status;
  char to[8];
  TRY(open(nowhere, O_RDONLY));
  TRY(openat(AT_FDCWD, nowhere, O_RDONLY));
  TRY(creat(nowhere, 0600));
  TRY(fopen(nowhere, "r"));
  TRY(stat(nowhere, &status));
  TRY(lstat(nowhere, &status));
  TRY(access(nowhere, R_OK));
  TRY(mkdir(nowhere, 0700));
  TRY(rename(nowhere, nowhere));
  TRY(unlink(nowhere));
  TRY(remove(nowhere));
  TRY(readlink(nowhere, to, sizeof to));
  TRY(chdir(nowhere));
}

static void programs(void) {
  char* arguments[] = {nowhere, NULL};
  TRY(execv(nowhere, arguments));
  TRY(execv("/bin/true", (char**)nowhere));
  TRY(execv("/bin/true", arguments));
  TRY(execl(nowhere, "true", (char*)NULL));
  TRY(execl("/bin/true", nowhere, (char*)NULL));
}

static void bytes(int nobody) {
  char small[8] = "small";
  TRY(write(1, small, nobody));
  TRY(write(1, nowhere, 5));
  TRY(pwrite(1, small, nobody, 0));
  TRY(writev(1, (struct iovec*)nowhere, 1));
  TRY(writev(1, &(struct iovec){nowhere, 5}, 1));
  TRY(writev(1, &(struct iovec){small, nobody}, 1));
  TRY(writev(1, &(struct iovec){small, 5}, nobody));
}

static void sockets(int nobody) {
  char small[16] = "";
  int ends[2];
  struct msghdr empty = {.msg_iov = (struct iovec*)nowhere, .msg_iovlen = 1};
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  TRY(setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, small, nobody));
  TRY(setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, nowhere, 4));
  TRY(getsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, small, (socklen_t*)nowhere));
  TRY(bind(ends[0], (struct sockaddr*)small, nobody));
  TRY(connect(ends[0], (struct sockaddr*)nowhere, 16));
  TRY(getsockname(ends[0], (struct sockaddr*)small, (socklen_t*)nowhere));
  TRY(send(ends[0], small, nobody, 0));
  TRY(send(ends[0], nowhere, 4, 0));
  TRY(sendmsg(ends[0], (struct msghdr*)nowhere, 0));
  TRY(sendmsg(ends[0], &empty, 0));
  TRY(recvmsg(ends[1], (struct msghdr*)nowhere, MSG_DONTWAIT));
  TRY(recvfrom(ends[1], small, 4, MSG_DONTWAIT, NULL, NULL));
}

static void sets(void) {
  struct timeval soon = {0, 0};
  TRY(select(1, (fd_set*)nowhere, NULL, NULL, &soon));
}

int main(int count, char** arguments) {
  (void)arguments;
  const int nobody = -count;
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  paths();
  programs();
  bytes(nobody);
  sockets(nobody);
  sets();
  printf("%d\n", used_at_the_end());
}
