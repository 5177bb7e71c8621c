/* The function that one of ours hides, as the rest of the process would have called it. */
#pragma once

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#ifndef CULPRIT_STATIC
/* All of them lie together, so that they can be found when the process starts: looking for one in a signal handler
 * would wait for locks of the loader's. */
struct culprit_real {
  const char* name;
  void* found; /* NULL only if the library that has it is not there, and then nobody calls it */
};
void culprit_find_real(struct culprit_real* real);
void culprit_find_all_real(void);
/* What the program itself calls by that name: it, or a library, may stand in for us as we do for others. A lookup from
 * here would find ours. */
void* culprit_find_in_program(const char* name);

static inline void* culprit_real_function(struct culprit_real* real) {
  if (!__atomic_load_n(&real->found, __ATOMIC_RELAXED)) culprit_find_real(real);
  return __atomic_load_n(&real->found, __ATOMIC_RELAXED);
}
#define REAL_FUNCTION(name)                                                                         \
  ((__typeof__(&name))(__extension__({                                                              \
    static struct culprit_real real __attribute__((section("culprit_real"), used)) = {#name, NULL}; \
    culprit_real_function(&real);                                                                   \
  })))
#endif
