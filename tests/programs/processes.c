/* STDIN: line one */
/* fork and wait, vfork and exec, posix_spawn, popen, system, pipes, a child that outlives nothing, stdin shared with a child,
 * fork in a thread's absence and with buffered output. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static int status_of(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
static int triangle(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++) sum += i;
  return sum;
}
static int in_child(int n) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    printf("child %d\n", triangle(n));
    exit(triangle(n) % 256);
  }
  return status_of(pid);
}
static int through_pipe(void) {
  int ends[2], value = 0;
  if (pipe(ends) != 0) return -1;
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    for (int i = 0; i < 5; i++) {
      int square = i * i;
      if (write(ends[1], &square, sizeof square) < 0) _exit(1);
    }
    _exit(0);
  }
  close(ends[1]);
  int sum = 0;
  while (read(ends[0], &value, sizeof value) == sizeof value) sum += value;
  close(ends[0]);
  return sum + status_of(pid);
}
static int execute(void) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    execl("/bin/sh", "sh", "-c", "echo from exec; exit 4", (char*)NULL);
    _exit(127);
  }
  return status_of(pid);
}
static int by_vfork(void) {
  pid_t pid = vfork();
  if (pid == 0) {
    execl("/bin/true", "true", (char*)NULL);
    _exit(127);
  }
  return status_of(pid);
}
static int spawned(void) {
  pid_t pid;
  char* arguments[] = {"sh", "-c", "echo spawned >&2; exit 6", NULL};
  fflush(stdout);
  if (posix_spawn(&pid, "/bin/sh", NULL, NULL, arguments, environ) != 0) return -1;
  return status_of(pid);
}
static int opened(void) {
  char line[64];
  FILE* pipe = popen("echo popen; exit 2", "r");
  if (!pipe || !fgets(line, sizeof line, pipe)) return -1;
  printf("%s", line);
  return WEXITSTATUS(pclose(pipe));
}
static int itself(char* self) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    execl(self, self, "again", (char*)NULL);
    _exit(127);
  }
  return status_of(pid);
}
static void generations(int n) {
  if (n == 0) return;
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    generations(n - 1);
    printf("generation %d\n", n);
    fflush(stdout);
    _exit(0);
  }
  status_of(pid);
}

int main(int count, char** arguments) {
  if (count > 1) {
    printf("again %d\n", triangle(5));
    return 8;
  }
  char line[32] = "";
  if (fgets(line, sizeof line, stdin)) printf("stdin: %s", line);
  printf("%d\n", in_child(4));
  printf("%d\n", through_pipe());
  printf("%d\n", execute());
  printf("%d %d\n", by_vfork(), spawned());
  printf("%d\n", opened());
  fflush(stdout);
  printf("%d\n", WEXITSTATUS(system("exit 5")));
  printf("%d\n", itself(arguments[0]));
  generations(3);
  return 0;
}
