/* The translation units that make up the program: each says so in its constructor. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/interpose.h"
#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"

struct culprit_cxx_module* culprit_modules;

/* Readers of `entries` take no lock: a table that grew is published whole, and an old one stays, since one may be
 * reading it. Modules are few, so little is lost. */
static struct culprit_map* entries;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void culprit_lock_definitions(void) {
  pthread_mutex_lock(&lock);
}
void culprit_unlock_definitions(void) {
  pthread_mutex_unlock(&lock);
}

/* A copy of the table with the module's entries, or without them. Precondition: locked. */
static void change_entries(const struct culprit_cxx_module* module, int is_there) {
  struct culprit_map* next = (struct culprit_map*)culprit_pages(sizeof *next);
  if (!next) return;
  size_t slots = 256, used = entries ? entries->used : 0;
  while (slots < (used + module->entry_count) * 4) slots *= 2;
  if (entries && is_there && slots <= entries->slots) {
    /* There is room: insertions are seen one by one, each whole, since the key is stored last. */
    for (uint32_t i = 0; i < module->entry_count; i++)
      if (module->entries[i]) culprit_map_put(entries, (uint64_t)module->entries[i], 1);
    culprit_pages_free(next, sizeof *next);
    return;
  }
  next->slots = slots;
  next->rows = (struct culprit_map_row*)culprit_pages(slots * sizeof *next->rows);
  if (!next->rows) return;
  for (size_t i = 0; entries && i < entries->slots; i++)
    if (entries->rows[i].value) culprit_map_put(next, entries->rows[i].key, 1);
  for (uint32_t i = 0; i < module->entry_count; i++) {
    if (!module->entries[i]) continue;
    if (is_there) culprit_map_put(next, (uint64_t)module->entries[i], 1);
    if (!is_there) culprit_map_remove(next, (uint64_t)module->entries[i]);
  }
  __atomic_store_n(&entries, next, __ATOMIC_RELEASE);
}

int culprit_is_recorded_entry(const void* target) {
  const struct culprit_map* now = __atomic_load_n(&entries, __ATOMIC_ACQUIRE);
  return now && culprit_map_get(now, (uint64_t)target) != 0;
}

CULPRIT_EXPORT void culprit_cxx_register(struct culprit_cxx_module* module) {
  culprit_start();
  if (module->abi != CULPRIT_CXX_ABI || !culprit_process_trace) return;
  struct culprit_thread* thread = &culprit_thread;
  thread->busy++;
  pthread_mutex_lock(&lock);
  module->next = culprit_modules;
  culprit_modules = module;
  change_entries(module, 1);
  culprit_describe_globals(module);
  pthread_mutex_unlock(&lock);
  thread->busy--;
  culprit_log_object(module);
}

/* Destructors run when a library is unloaded and when the process ends; then everything stays until the last of them. */
#ifdef CULPRIT_STATIC
static int is_unloading(void) {
  return 0;
}
#else
static __thread int closing;
/* A program that is not recorded itself, but has a recorded library, unloads libraries without coming through here. */
static int is_unloading(void) {
  return closing || culprit_find_in_program("dlclose") != (void*)dlclose;
}
INTERPOSE(int, dlclose, (void* handle)) {
  closing++;
  int result = THE_REAL(dlclose)(handle);
  closing--;
  return result;
}
#endif

CULPRIT_EXPORT void culprit_cxx_unregister(struct culprit_cxx_module* module) {
  if (module->abi != CULPRIT_CXX_ABI || !culprit_process_trace || !is_unloading()) return;
  struct culprit_thread* thread = &culprit_thread;
  thread->busy++;
  pthread_mutex_lock(&lock);
  for (struct culprit_cxx_module** at = &culprit_modules; *at; at = &(*at)->next) {
    if (*at != module) continue;
    *at = module->next;
    break;
  }
  change_entries(module, 0);
  culprit_forget_globals(module);
  culprit_drop_object(module);
  pthread_mutex_unlock(&lock);
  thread->busy--;
}
