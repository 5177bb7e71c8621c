/* The translation units that make up the program: each says so in its constructor. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "recorders/cxx/runtime/hot/hot.h"
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
int culprit_try_to_lock_definitions(void) {
  return pthread_mutex_trylock(&lock) == 0;
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

/* Where the hot functions of the images are. Handlers read it without a lock; a row counts once its end is stored. */
enum { MOST_IMAGES = 1024 };
static struct {
  uint64_t begin, end;
} hot[MOST_IMAGES];
static uint32_t hot_images;

/* An image that lies where another one lay takes its row. With more images than rows, a handler that interrupts a hook
 * of the last ones may lose that hook's event. Precondition: locked. */
static void add_hot(uint64_t begin, uint64_t end) {
  uint32_t row = 0;
  while (row < hot_images && (hot[row].end <= begin || hot[row].begin >= end)) row++;
  if (row == MOST_IMAGES || (row < hot_images && hot[row].begin == begin && hot[row].end == end)) return;
  __atomic_store_n(&hot[row].end, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&hot[row].begin, begin, __ATOMIC_RELEASE);
  __atomic_store_n(&hot[row].end, end, __ATOMIC_RELEASE);
  if (row == hot_images) __atomic_store_n(&hot_images, row + 1, __ATOMIC_RELEASE);
}

/* The runtime calls hooks, too. */
extern const char __start_culprit_hot[] __attribute__((visibility("hidden")));
extern const char __stop_culprit_hot[] __attribute__((visibility("hidden")));

int culprit_is_hot(uint64_t address) {
  uint32_t images = __atomic_load_n(&hot_images, __ATOMIC_ACQUIRE);
  for (uint32_t i = 0; i < images; i++)
    if (address < __atomic_load_n(&hot[i].end, __ATOMIC_ACQUIRE) &&
        address >= __atomic_load_n(&hot[i].begin, __ATOMIC_ACQUIRE))
      return 1;
  return 0;
}

/* Some code of the program may have been compiled without its reads: the trace says so, once. Precondition: locked. */
static int has_told_of_reads;
static void tell_of_reads(const struct culprit_cxx_module* module) {
  if (!culprit_reads || has_told_of_reads || module->flags & CULPRIT_CXX_READS) return;
  has_told_of_reads = 1;
  culprit_define_meta(culprit_process_trace, CULPRIT_META_OPTION, "reads=partly");
}

void culprit_tell_again(void) {
  has_told_of_reads = 0;
  for (const struct culprit_cxx_module* module = culprit_modules; module; module = module->next)
    tell_of_reads(module);
}

CULPRIT_EXPORT void culprit_hot_register(struct culprit_cxx_module* module, const void* begin,
                                         const void* end) {
  culprit_start();
  if (module->abi != CULPRIT_CXX_ABI || !culprit_process_trace) return;
  struct culprit_thread* thread = &culprit_thread;
  culprit_occupy(thread);
  pthread_mutex_lock(&lock);
  add_hot((uint64_t)__start_culprit_hot, (uint64_t)__stop_culprit_hot);
  add_hot((uint64_t)begin, (uint64_t)end);
  module->next = culprit_modules;
  culprit_modules = module;
  change_entries(module, 1);
  if (module->flags & CULPRIT_CXX_CHECKS) culprit_start_checks();
  tell_of_reads(module);
  culprit_describe_globals(module);
  pthread_mutex_unlock(&lock);
  culprit_define_code(module);
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
  culprit_occupy(thread);
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
