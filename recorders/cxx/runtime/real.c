#include "recorders/cxx/runtime/real.h"

#ifndef CULPRIT_STATIC
extern struct culprit_real __start_culprit_real[] __attribute__((visibility("hidden")));
extern struct culprit_real __stop_culprit_real[] __attribute__((visibility("hidden")));

/* Usually the next one. But a program that is not recorded and has a recorded library, or names its libraries in an order
 * of its own, has the C library before us. */
void culprit_find_real(struct culprit_real* real) {
  static const char* const libraries[] = {"libc.so.6", "libstdc++.so.6"};
  void* found = dlsym(RTLD_NEXT, real->name);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !found; i++) {
    void* library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
    if (library) found = dlsym(library, real->name);
  }
  __atomic_store_n(&real->found, found, __ATOMIC_RELAXED);
}

void* culprit_find_in_program(const char* name) {
  void* program = dlopen(NULL, RTLD_LAZY);
  return program ? dlsym(program, name) : NULL;
}

void culprit_find_all_real(void) {
  for (struct culprit_real* real = __start_culprit_real; real < __stop_culprit_real; real++)
    culprit_find_real(real);
}
#endif
