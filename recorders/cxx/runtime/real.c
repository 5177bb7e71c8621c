#include "recorders/cxx/runtime/real.h"

#include <link.h>

#ifndef CULPRIT_STATIC
extern struct culprit_real __start_culprit_real[] __attribute__((visibility("hidden")));
extern struct culprit_real __stop_culprit_real[] __attribute__((visibility("hidden")));

/* The program is the first that is loaded. Not by dlopen, which would initialise libraries before their time: the C library
 * then takes the program for one without an environment. */
void* culprit_find_in_program(const char* name) {
  return dlsym(_r_debug.r_map, name);
}

static const void* object_of(const void* address) {
  struct dl_find_object found;
  return address && _dl_find_object((void*)address, &found) == 0 ? found.dlfo_link_map : NULL;
}

/* Usually the next one. But a program that is not recorded and has a recorded library, or names its libraries in an order
 * of its own, has the C library before us. */
void culprit_find_real(struct culprit_real* real) {
  void* found = dlsym(RTLD_NEXT, real->name);
  if (!found) found = culprit_find_in_program(real->name);
  if (object_of(found) == object_of(real)) found = NULL;
  __atomic_store_n(&real->found, found, __ATOMIC_RELAXED);
}

void culprit_find_all_real(void) {
  for (struct culprit_real* real = __start_culprit_real; real < __stop_culprit_real; real++)
    culprit_find_real(real);
}
#endif
