/* Memory that the program has closed to itself. What lies in a heap block, a variable or the stack can be read as it is,
 * until the program says otherwise for the first time; from then on the system is asked to read. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/interpose.h"

int culprit_has_closed_memory;

INTERPOSE(int, mprotect, (void* at, size_t length, int protection)) {
  if (!(protection & PROT_READ)) __atomic_store_n(&culprit_has_closed_memory, 1, __ATOMIC_RELEASE);
  return THE_REAL(mprotect)(at, length, protection);
}
INTERPOSE(int, pkey_mprotect, (void* at, size_t length, int protection, int key)) {
  __atomic_store_n(&culprit_has_closed_memory, 1, __ATOMIC_RELEASE);
  return THE_REAL(pkey_mprotect)(at, length, protection, key);
}
