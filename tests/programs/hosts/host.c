#define _GNU_SOURCE
#include <dlfcn.h>
#include <libgen.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int measure(char* out, int n);
static sem_t called, unloaded;

static void* call(void* function) {
  char text[40];
  int result = ((int (*)(char*, int))function)(text, 5);
  printf("%s, %d\n", text, result);
  fflush(stdout);
  sem_post(&called);
  sem_wait(&unloaded);
  return NULL;
}

int main(void) {
  char text[40], path[4096] = "";
  setvbuf(stdout, NULL, _IONBF, 0);
  int result = measure(text, 7);
  printf("%s, %d\n", text, result);
  readlink("/proc/self/exe", path, sizeof path - 20);
  strcat(dirname(path), "/loaded.so");
  sem_init(&called, 0, 0);
  sem_init(&unloaded, 0, 0);
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    pthread_create(&thread, NULL, call, dlsym(library, "measure"));
    sem_wait(&called);
    printf("unloaded: %d\n", dlclose(library));
    sem_post(&unloaded);
    pthread_join(thread, NULL);
    pid_t child = fork();
    if (child == 0) _exit(measure(text, 2));
    int status = 0;
    waitpid(child, &status, 0);
    printf("child: %d\n", WEXITSTATUS(status));
  }
  return 0;
}
