#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int depth(int n) { return n ? depth(n - 1) + 1 : 0; }
static void* run(void* argument) { return (void*)(long)depth((int)(long)argument); }

__attribute__((visibility("default"))) int measure(char* out, int n) {
  char* text = malloc(20);
  sprintf(text, "depth %d", depth(n));
  strcpy(out, text);
  free(text);
  write(1, "measured\n", 9);
  pthread_t thread;
  void* result = NULL;
  pthread_create(&thread, NULL, run, (void*)3);
  pthread_join(thread, &result);
  return (int)(long)result;
}
