/* The function that one of ours hides, as the rest of the process would have called it. */
#pragma once

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#ifndef CULPRIT_STATIC
/* Found once. NULL only if the library that has it is not there, and then nobody calls it. */
static inline void* culprit_find_real(void** slot, const char* name) {
  void* found = __atomic_load_n(slot, __ATOMIC_RELAXED);
  if (!found) {
    found = dlsym(RTLD_NEXT, name);
    __atomic_store_n(slot, found, __ATOMIC_RELAXED);
  }
  return found;
}
#define REAL_FUNCTION(name)            \
  ((__typeof__(&name))(__extension__({ \
    static void* slot;                 \
    culprit_find_real(&slot, #name);   \
  })))
#endif
