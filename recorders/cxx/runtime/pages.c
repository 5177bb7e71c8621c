#define _GNU_SOURCE
#include "recorders/cxx/runtime/pages.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "src/trace/format.h"

/* Raw calls: mmap itself is one of the functions that recorded programs call through us. */
void* culprit_pages(size_t bytes) {
  long at = syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == -1 ? NULL : (void*)at;
}

void culprit_pages_free(void* pages, size_t bytes) {
  if (pages) syscall(SYS_munmap, pages, bytes);
}

static size_t page_rounded(size_t bytes) {
  return (bytes + 4095) & ~(size_t)4095;
}

int culprit_array_reserve(struct culprit_array* array, size_t count, size_t item_size) {
  if (count <= array->room) return 1;
  size_t bytes = page_rounded(count * item_size < array->room * item_size * 2 ? array->room * item_size * 2
                                                                              : count * item_size);
  size_t old = page_rounded(array->room * item_size);
  long at = array->items ? syscall(SYS_mremap, array->items, old, bytes, MREMAP_MAYMOVE)
                         : (long)culprit_pages(bytes);
  if (at == -1 || at == 0) return 0;
  array->items = (void*)at;
  array->room = bytes / item_size;
  return 1;
}

void* culprit_array_push(struct culprit_array* array, size_t item_size) {
  if (array->count == array->room && !culprit_array_reserve(array, array->count + 1, item_size)) return NULL;
  char* item = (char*)array->items + array->count++ * item_size;
  __builtin_memset(item, 0, item_size);
  return item;
}

static size_t slot_of(const struct culprit_map* map, uint64_t key) {
  size_t i = culprit_fold(0x9e3779b97f4a7c15u, key) & (map->slots - 1);
  while (map->rows[i].key && map->rows[i].key != key) i = (i + 1) & (map->slots - 1);
  return i;
}

uint64_t culprit_map_get(const struct culprit_map* map, uint64_t key) {
  return map->slots ? map->rows[slot_of(map, key)].value : 0;
}

static int grow(struct culprit_map* map) {
  size_t live = 0;
  for (size_t i = 0; i < map->slots; i++) live += map->rows[i].value != 0;
  struct culprit_map next = {NULL, 256, 0};
  while (next.slots < live * 4) next.slots *= 2;
  next.rows = (struct culprit_map_row*)culprit_pages(next.slots * sizeof *next.rows);
  if (!next.rows) return 0;
  for (size_t i = 0; i < map->slots; i++) {
    if (!map->rows[i].value) continue;
    next.rows[slot_of(&next, map->rows[i].key)] = map->rows[i];
    next.used++;
  }
  culprit_pages_free(map->rows, map->slots * sizeof *map->rows);
  *map = next;
  return 1;
}

int culprit_map_put(struct culprit_map* map, uint64_t key, uint64_t value) {
  if (map->used * 2 >= map->slots && !grow(map)) return 0;
  struct culprit_map_row* row = &map->rows[slot_of(map, key)];
  map->used += row->key == 0;
  row->key = key;
  row->value = value;
  return 1;
}

void culprit_map_remove(struct culprit_map* map, uint64_t key) {
  if (map->slots) map->rows[slot_of(map, key)].value = 0;
}

void culprit_map_clear(struct culprit_map* map) {
  culprit_pages_free(map->rows, map->slots * sizeof *map->rows);
  *map = (struct culprit_map){NULL, 0, 0};
}
