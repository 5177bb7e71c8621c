// features: globals loop-heads
// Counts the words of a text in a hash table whose entries and strings live in an arena of fixed blocks.
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBlockBytes = 512, kAlignment = 8, kFirstBuckets = 8, kMaxWord = 32 };

typedef struct Block {
  struct Block* previous;
  size_t used;
  _Alignas(kAlignment) unsigned char bytes[kBlockBytes];
} Block;

typedef struct Entry {
  struct Entry* next;
  const char* word;
  uint32_t hash;
  int count;
  int first_line;
  int last_line;
} Entry;

typedef struct {
  Entry** buckets;
  uint32_t bucket_count;
  int entry_count;
} Table;

static Block* top_block;
static int block_count;
static size_t wasted_bytes;

static const char* const text[] = {
    "The harbour lies where the river meets the sea, and the river brings the sand.",
    "Each spring the sand is taken out of the harbour by a dredger;",
    "each autumn the storms bring new sand, and the channel grows narrow again.",
    "A pilot comes on board before a ship may enter the channel.",
    "The pilot knows the sand, the storms and the river; the captain knows the ship.",
    "Without a pilot a ship waits outside, as long as the sea is calm enough to wait.",
};

static size_t round_up(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

static void push_block(void) {
  Block* block = malloc(sizeof *block);
  if (block == NULL) abort();
  block->previous = top_block;
  block->used = 0;
  top_block = block;
  ++block_count;
}

// Never fails; a request larger than a block is a mistake of the caller.
static void* arena_allocate(size_t bytes) {
  const size_t rounded = round_up(bytes);
  if (rounded > kBlockBytes) abort();
  if (top_block == NULL || top_block->used + rounded > kBlockBytes) {
    if (top_block != NULL) wasted_bytes += kBlockBytes - top_block->used;
    push_block();
  }
  void* memory = top_block->bytes + top_block->used;
  top_block->used += rounded;
  return memory;
}

static void arena_release(void) {
  while (top_block != NULL) {
    Block* previous = top_block->previous;
    free(top_block);
    top_block = previous;
    --block_count;
  }
}

static const char* arena_copy(const char* string) {
  const size_t bytes = strlen(string) + 1;
  return memcpy(arena_allocate(bytes), string, bytes);
}

static uint32_t hash_of(const char* word) {
  uint32_t hash = 2166136261u;
  for (const char* c = word; *c != '\0'; ++c) hash = (hash ^ (unsigned char)*c) * 16777619u;
  return hash;
}

static void table_open(Table* table, uint32_t buckets) {
  table->bucket_count = buckets;
  table->entry_count = 0;
  table->buckets = calloc(buckets, sizeof *table->buckets);
  if (table->buckets == NULL) abort();
}

static void table_link(Table* table, Entry* entry) {
  Entry** bucket = &table->buckets[entry->hash & (table->bucket_count - 1)];
  entry->next = *bucket;
  *bucket = entry;
  ++table->entry_count;
}

// Doubles the buckets; the entries stay where they are in the arena.
static void table_grow(Table* table) {
  Table larger;
  table_open(&larger, table->bucket_count * 2);
  for (uint32_t i = 0; i < table->bucket_count; ++i) {
    Entry* entry = table->buckets[i];
    while (entry != NULL) {
      Entry* next = entry->next;
      table_link(&larger, entry);
      entry = next;
    }
  }
  free(table->buckets);
  *table = larger;
}

static Entry* table_find(const Table* table, const char* word, uint32_t hash) {
  Entry* entry = table->buckets[hash & (table->bucket_count - 1)];
  while (entry != NULL && (entry->hash != hash || strcmp(entry->word, word) != 0)) entry = entry->next;
  return entry;
}

static void table_count(Table* table, const char* word, int line) {
  const uint32_t hash = hash_of(word);
  Entry* entry = table_find(table, word, hash);
  if (entry == NULL) {
    if (table->entry_count * 4 >= (int)table->bucket_count * 3) table_grow(table);
    entry = arena_allocate(sizeof *entry);
    entry->word = arena_copy(word);
    entry->hash = hash;
    entry->count = 0;
    entry->first_line = line;
    table_link(table, entry);
  }
  ++entry->count;
  entry->last_line = line;
}

// Takes the next word in lower case from *place; returns 0 at the end of the line.
static int next_word(const char** place, char* word) {
  const char* c = *place;
  while (*c != '\0' && !isalpha((unsigned char)*c)) ++c;
  int length = 0;
  for (; isalpha((unsigned char)*c) && length < kMaxWord - 1; ++c) {
    word[length++] = (char)tolower((unsigned char)*c);
  }
  word[length] = '\0';
  *place = c;
  return length > 0;
}

static int more_frequent(const Entry* a, const Entry* b) {
  if (a->count != b->count) return a->count > b->count;
  return strcmp(a->word, b->word) < 0;
}

// Fills `best` with the most frequent entries in order, and returns how many there are.
static int most_frequent(const Table* table, Entry** best, int wanted) {
  int found = 0;
  for (uint32_t i = 0; i < table->bucket_count; ++i) {
    for (Entry* entry = table->buckets[i]; entry != NULL; entry = entry->next) {
      if (entry->count == 1) continue;
      int place = found < wanted ? found++ : wanted;
      if (place == wanted && !more_frequent(entry, best[--place])) continue;
      for (; place > 0 && more_frequent(entry, best[place - 1]); --place) best[place] = best[place - 1];
      best[place] = entry;
    }
  }
  return found;
}

static int longest_chain(const Table* table) {
  int longest = 0;
  for (uint32_t i = 0; i < table->bucket_count; ++i) {
    int length = 0;
    for (const Entry* entry = table->buckets[i]; entry != NULL; entry = entry->next) ++length;
    if (length > longest) longest = length;
  }
  return longest;
}

int main(void) {
  enum { kShown = 10 };
  Table table;
  Entry* best[kShown];
  char word[kMaxWord];
  int words = 0;
  table_open(&table, kFirstBuckets);
  for (int line = 0; line < (int)(sizeof text / sizeof text[0]); ++line) {
    const char* place = text[line];
    while (next_word(&place, word)) {
      table_count(&table, word, line + 1);
      ++words;
    }
  }
  printf("%d words, %d different, %u buckets, longest chain %d\n", words, table.entry_count,
         table.bucket_count, longest_chain(&table));
  const int found = most_frequent(&table, best, kShown);
  for (int i = 0; i < found; ++i) {
    printf("%-8s %2d, lines %d to %d\n", best[i]->word, best[i]->count, best[i]->first_line,
           best[i]->last_line);
  }
  printf("%d blocks, %zu bytes wasted, %zu used in the last\n", block_count, wasted_bytes, top_block->used);
  free(table.buckets);
  arena_release();
  printf("%d blocks left\n", block_count);
  return 0;
}
