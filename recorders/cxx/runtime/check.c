/* Self-check: what the arguments reach is copied into the trace, to be compared with what the log of writes says. It is
 * conservative: every word that is an address in a live heap block or in a global variable is followed. */
#include <string.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/heap.h"
#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"

enum {
  MOST_BYTES = 256 * 1024, /* a check */
};
struct piece {
  uint64_t address;
  uint64_t length;
};

/* By thread, kept from check to check. */
static __thread struct culprit_array pieces;
static __thread struct culprit_map seen;

static void reach(uint64_t address, uint64_t length) {
  if (!length || culprit_map_get(&seen, address) >= length) return;
  struct piece* piece = (struct piece*)culprit_array_push(&pieces, sizeof *piece);
  if (!piece || !culprit_map_put(&seen, address, length)) return;
  *piece = (struct piece){address, length};
}

/* A variable that a module describes. Other static data is the compiler's, the linker's or the recorder's own. */
static void reach_variable(uint64_t address) {
  for (const struct culprit_cxx_module* module = culprit_modules; module; module = module->next)
    for (uint32_t i = 0; i < module->globals; i++) {
      uint64_t start = (uint64_t)module->global_addresses[i], size = module->global_rows[i].size;
      if (address - start >= size || module->global_rows[i].flags & CULPRIT_GLOBAL_VTABLE) continue;
      reach(start, size);
      return;
    }
}

static void follow(uint64_t address) {
  uint64_t end;
  size_t size;
  if (address < 4096 || address >> 47) return;
  uint64_t block = culprit_heap_block_of(address, &size);
  if (block) {
    reach(block, size);
  } else if (culprit_static_at(address, &end) == CULPRIT_PLACE_WRITABLE) {
    reach_variable(address);
  }
}

static void follow_words(struct piece piece) {
  for (uint64_t at = (piece.address + 7) & ~(uint64_t)7; at + 8 <= piece.address + piece.length; at += 8) {
    uint64_t word;
    memcpy(&word, (const void*)at, 8);
    follow(word);
  }
}

static void forget(void) {
  pieces.count = 0;
  memset(seen.rows, 0, seen.slots * sizeof *seen.rows);
  seen.used = 0;
}

/* An argument may point anywhere, and to less than its type says. */
static int is_readable(uint64_t address, uint64_t length) {
  char buffer[4096];
  if (address < 4096 || address >> 47) return 0;
  for (uint64_t done = 0; done < length; done += sizeof buffer) {
    size_t want = length - done < sizeof buffer ? length - done : sizeof buffer;
    if (culprit_read_memory(buffer, address + done, want) < want) return 0;
  }
  return 1;
}

CULPRIT_EXPORT void culprit_cxx_check(const struct culprit_cxx_argument* arguments, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room) return;
  culprit_occupy(thread);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t address = (uint64_t)arguments[i].address, length = arguments[i].length;
    if (length && length <= MOST_BYTES && is_readable(address, length)) reach(address, length);
    if (!length) follow(address);
  }
  uint64_t bytes = 0;
  for (size_t i = 0; i < pieces.count && bytes < MOST_BYTES; i++) {
    struct piece piece = ((struct piece*)pieces.items)[i];
    if (piece.length > MOST_BYTES - bytes) piece.length = MOST_BYTES - bytes;
    culprit_check(thread->stream, piece.address, (const void*)piece.address, piece.length);
    bytes += piece.length;
    follow_words(piece);
  }
  forget();
  thread->busy--;
}
