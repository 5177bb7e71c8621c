/* Self-check: what the arguments reach is copied into the trace, to be compared with what the log of writes says. It is
 * conservative: every word that is an address in a live heap block or in a global variable is followed.
 *
 * With several threads the copies stand between two sequence numbers: what another thread wrote between numbers that
 * overlap these may or may not be in them, and the reader allows for both. */
#include <stdlib.h>
#include <string.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/heap.h"
#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/start.h"

enum {
  MOST_BYTES = 256 * 1024, /* a check */
  MOST_AROUND = 4096,      /* of a block that an argument points into */
};
struct piece {
  uint64_t address;
  uint64_t length;
};

int culprit_checks;
static uint64_t every = 1; /* of so many checks one is made */
static __thread uint64_t passed, reads_passed;

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
static struct piece variable_at(uint64_t address) {
  for (const struct culprit_cxx_module* module = culprit_modules; module; module = module->next)
    for (uint32_t i = 0; i < module->globals; i++) {
      uint64_t start = (uint64_t)module->global_addresses[i], size = module->global_rows[i].size;
      if (address - start < size && !(module->global_rows[i].flags & CULPRIT_GLOBAL_VTABLE))
        return (struct piece){start, size};
    }
  return (struct piece){0, 0};
}
int culprit_is_variable(uint64_t address) {
  return variable_at(address).length != 0;
}
uint64_t culprit_variable_from(uint64_t address) {
  if (!culprit_try_to_lock_definitions()) return 0;
  struct piece variable = variable_at(address);
  culprit_unlock_definitions();
  return variable.length ? variable.address + variable.length - address : 0;
}
static void reach_variable(uint64_t address) {
  struct piece variable = variable_at(address);
  reach(variable.address, variable.length);
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

/* The words of the bytes that lay at `address`. */
static void follow_words(uint64_t address, const char* bytes, size_t length) {
  for (size_t at = -address & 7; at + 8 <= length; at += 8) {
    uint64_t word;
    memcpy(&word, bytes + at, 8);
    follow(word);
  }
}

/* Another thread may free it meanwhile, or change it between two looks: it is read once, by the system. Page by page:
 * what can be read of a block need not lie in one piece. */
static void copy_shared(struct culprit_stream* stream, struct piece piece) {
  char buffer[4096];
  for (uint64_t at = piece.address, end = at + piece.length; at < end;) {
    size_t in_page = sizeof buffer - at % sizeof buffer, want = end - at < in_page ? end - at : in_page;
    size_t got = culprit_read_memory(buffer, at, want);
    culprit_check(stream, at, buffer, got);
    follow_words(at, buffer, got);
    at += want;
  }
}

static void copy(struct culprit_stream* stream, struct piece piece) {
  if (culprit_care & CULPRIT_CARE_ORDER || culprit_has_closed_memory) {
    copy_shared(stream, piece);
    return;
  }
  culprit_check(stream, piece.address, (const void*)piece.address, piece.length);
  follow_words(piece.address, (const char*)piece.address, piece.length);
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

/* What an argument points to is at least as long as its type, and may be an array. */
static void reach_argument(uint64_t address, uint64_t length) {
  size_t size;
  uint64_t block = culprit_heap_block_of(address, &size);
  if (block && size > MOST_AROUND) {
    size -= address - block;
    block = address;
  }
  uint64_t most = length < MOST_AROUND ? MOST_AROUND : length;
  if (block && size >= length) {
    reach(block, size < most ? size : most);
  } else if (length <= MOST_BYTES && is_readable(address, length)) {
    reach(address, length);
  }
}

int culprit_is_read_due(void) {
  return every == 1 || ++reads_passed % every == 0;
}

CULPRIT_EXPORT void culprit_cxx_check(const struct culprit_cxx_argument* arguments, uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room || ++passed % every) return;
  culprit_occupy(thread);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t address = (uint64_t)arguments[i].address, length = arguments[i].length;
    if (length) reach_argument(address, length);
    if (!length) follow(address);
  }
  uint64_t bytes = 0;
  if (culprit_care & CULPRIT_CARE_ORDER) culprit_sequence(thread->stream);
  for (size_t i = 0; i < pieces.count && bytes < MOST_BYTES; i++) {
    struct piece piece = ((struct piece*)pieces.items)[i];
    if (piece.length > MOST_BYTES - bytes) piece.length = MOST_BYTES - bytes;
    copy(thread->stream, piece);
    bytes += piece.length;
  }
  if (culprit_care & CULPRIT_CARE_ORDER) culprit_sequence(thread->stream);
  forget();
  thread->busy--;
}

void culprit_start_checks(void) {
  const char* wanted = culprit_initial_environment("CULPRIT_CHECK_EVERY");
  uint64_t number = wanted ? strtoull(wanted, NULL, 10) : 0;
  if (number) every = number;
  culprit_checks = 1;
}

void culprit_mark_unlogged(const void* address, size_t length) {
  struct culprit_thread* thread = &culprit_thread;
  if (thread->busy || !culprit_ready(thread)) return;
  culprit_occupy(thread);
  culprit_unlogged(thread->stream, (uint64_t)address, (uint32_t)length);
  thread->busy--;
}
