// Ends as its first argument says, with work done before and calls still open.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int table[64];

static int square(int n) {
  return n * n;
}

static void prepare(int count) {
  for (int i = 0; i < count; i++) table[i % 64] = square(i);
}

static int overflow(int depth) {
  volatile char room[1024];
  room[0] = (char)depth;
  return overflow(depth + 1) + room[0];
}

static void spin(void) {
  for (volatile long i = 0;; i++) {
    if (i == 1000) {
      puts("spinning");
      fflush(stdout);
    }
  }
}

static int end(const char* how) {
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  if (strcmp(how, "segv") == 0) *(volatile int*)0 = 1;
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "overflow") == 0) return overflow(0);
  if (strcmp(how, "exit") == 0) exit(7);
  if (strcmp(how, "_exit") == 0) _exit(8);
  if (strcmp(how, "spin") == 0) spin();
  return 0;
}

static int middle(const char* how) {
  prepare(20);
  return end(how);
}

int main(int argc, char** argv) {
  puts("begun");
  fflush(stdout);
  if (argc > 2) prepare(atoi(argv[2]));
  return middle(argc > 1 ? argv[1] : "");
}
