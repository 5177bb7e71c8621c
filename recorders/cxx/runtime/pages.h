/* Memory of the runtime's own: growing arrays and a hash table on pages of their own. malloc is the host's, and may be
 * the very thing that is being recorded. */
#pragma once

#include <stddef.h>
#include <stdint.h>

void* culprit_pages(size_t bytes); /* zeros; NULL if there are none */
void culprit_pages_free(void* pages, size_t bytes);

struct culprit_array {
  void* items;
  size_t count, room; /* in items */
};
/* Space for one more item, zeroed; NULL if there is no memory. */
void* culprit_array_push(struct culprit_array* array, size_t item_size);
/* Space for `count` items in all; 0 if there is no memory. */
int culprit_array_reserve(struct culprit_array* array, size_t count, size_t item_size);

/* 64-bit keys but 0 to 32-bit values but 0. */
struct culprit_map_row {
  uint64_t key;
  uint64_t value;
};
struct culprit_map {
  struct culprit_map_row* rows;
  size_t slots, used; /* used: removed ones included */
};
uint64_t culprit_map_get(const struct culprit_map* map, uint64_t key);
/* 0 if there is no memory. */
int culprit_map_put(struct culprit_map* map, uint64_t key, uint64_t value);
void culprit_map_remove(struct culprit_map* map, uint64_t key);
void culprit_map_clear(struct culprit_map* map);
