/* Calls to code that is not recorded: what its pointer arguments point to, and what the words there lead to, is copied before, and
 * the difference is logged after. Its allocations that are still there are logged, too. Foreign code may call back into recorded
 * code, which may call foreign code again: the calls under way are a stack, ordered by frame like the shadow stack. */
#include "recorders/cxx/runtime/foreign.h"

#include <string.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/heap.h"
#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/runtime/internal.h"

enum {
  UNKNOWN_LENGTH = 64,     /* copied where nothing is known */
  MOST_BLOCK = 256 * 1024, /* of a heap block whose length is not given */
  MOST_GIVEN = 16 << 20,   /* of an argument whose length is given */
  MOST_LED_TO = 64 * 1024, /* of all that only words lead to, of a call */
  MOST_OF_FRAME = 4096,
  MOST_COPIES = 128, /* with those that words lead to */
  MOST_WORDS = 256,  /* of one copy that are looked at */
};

struct copy {
  uint64_t address;
  uint32_t at; /* in `bytes` */
  uint32_t length;
  uint32_t is_plain; /* known to be readable */
  uint16_t
      is_made; /* by the call, whatever was there before: memory that nobody has written may hold some bytes of it */
  uint16_t is_new; /* an object that the call makes: nothing is there yet */
  uint64_t block;  /* the heap block that it lies in, or 0 */
};
struct allocation {
  uint64_t address;
  uint64_t size;
};
struct scope {
  uint64_t frame;
  size_t copies, bytes, allocations; /* where its own begin */
};
struct culprit_foreign {
  struct culprit_array scopes, copies, bytes, allocations;
};

/* How much to copy from there; 0 if it cannot have been written, or nothing is there. */
static uint64_t extent_of(const struct culprit_thread* thread, const struct culprit_cxx_argument* argument,
                          struct copy* copy) {
  uint64_t address = (uint64_t)argument->address, end = 0, length = argument->length;
  if (address < 4096 || address >> 47 || length > MOST_GIVEN) return 0;
  size_t size = 0;
  uint64_t here = (uint64_t)__builtin_frame_address(0);
  int on_stack = address - here < thread->stack_high - here &&
                 here - thread->stack_low < thread->stack_high - thread->stack_low;
  copy->block = on_stack ? 0 : culprit_heap_block_of(address, &size);
  if (on_stack) {
    copy->is_plain = 1;
    end = thread->stack_high;
  } else if (copy->block) {
    copy->is_plain = 1;
    size -= address - copy->block;
    return length && length < size ? length : size < MOST_BLOCK ? size : MOST_BLOCK;
  } else {
    enum culprit_place place = culprit_static_at(address, &end);
    if (place == CULPRIT_PLACE_CONSTANT) return 0;
    copy->is_plain = place == CULPRIT_PLACE_WRITABLE;
    if (place == CULPRIT_PLACE_UNKNOWN) end = (address & ~(uint64_t)4095) + 4096;
    if (length && place == CULPRIT_PLACE_UNKNOWN) end = address + length;
  }
  if (!length) length = UNKNOWN_LENGTH;
  return end - address < length ? end - address : length;
}

/* Copies what lies there now; gives how much that was. Whatever the call can reach counts as read by it. */
static uint64_t add_copy(struct culprit_thread* thread, struct copy copy, uint64_t length, int is_read) {
  struct culprit_foreign* foreign = thread->foreign;
  copy.at = (uint32_t)foreign->bytes.count;
  if (culprit_has_closed_memory) copy.is_plain = 0;
  if (!length || !culprit_array_reserve(&foreign->bytes, foreign->bytes.count + length, 1)) return 0;
  char* to = (char*)foreign->bytes.items + copy.at;
  if (copy.is_plain) culprit_copy(to, (const void*)copy.address, length);
  if (!copy.is_plain) length = culprit_read_memory(to, copy.address, length);
  struct copy* row = length ? (struct copy*)culprit_array_push(&foreign->copies, sizeof *row) : NULL;
  if (!row) return 0;
  copy.length = (uint32_t)length;
  *row = copy;
  if (is_read) culprit_log_read(thread, copy.address, length);
  foreign->bytes.count += length;
  return length;
}

static void take_copy(struct culprit_thread* thread, const struct culprit_cxx_argument* argument) {
  struct copy copy = {.address = (uint64_t)argument->address};
  struct culprit_cxx_argument plain = {argument->address,
                                       argument->length & ~(CULPRIT_CXX_MADE | CULPRIT_CXX_NEW)};
  uint64_t length = extent_of(thread, &plain, &copy);
  copy.is_made = !!(argument->length & CULPRIT_CXX_MADE);
  copy.is_new = !!(argument->length & CULPRIT_CXX_NEW);
  add_copy(thread, copy, length, !copy.is_new);
}

static int is_copied(const struct culprit_foreign* foreign, const struct scope* scope, uint64_t address) {
  const struct copy* copies = (const struct copy*)foreign->copies.items;
  for (size_t i = scope->copies; i < foreign->copies.count; i++)
    if (address - copies[i].address < copies[i].length) return 1;
  return 0;
}

/* Of the thread's stack, what frames can hold: the thread's own data may lie above them. */
static uint64_t end_of_frames(const struct culprit_thread* thread) {
  uint64_t own = (uint64_t)thread - thread->stack_low;
  if (own >= thread->stack_high - thread->stack_low) return thread->stack_high;
  return thread->top - thread->bottom > 1 ? thread->bottom[1].frame : 0;
}

/* Where a word leads: a block of the heap, a variable, or a frame of this thread, as far as it belongs to the innermost call. Other
 * threads may free the block meanwhile: then it is the system that reads. */
static uint64_t extent_behind(const struct culprit_thread* thread, uint64_t word, struct copy* copy) {
  uint64_t end, here = (uint64_t)__builtin_frame_address(0), frame = thread->top[-1].frame;
  size_t size;
  *copy = (struct copy){.address = word, .is_plain = !(culprit_care & CULPRIT_CARE_ORDER)};
  if (word < 4096 || word >> 47) return 0;
  if (word - thread->stack_low < thread->stack_high - thread->stack_low) {
    if (word <= here || word >= end_of_frames(thread)) return 0;
    return word >= frame ? UNKNOWN_LENGTH : frame - word < MOST_OF_FRAME ? frame - word : MOST_OF_FRAME;
  }
  copy->block = culprit_heap_block_of(word, &size);
  if (copy->block)
    return size - (word - copy->block); /* what lies before an exception is the C++ runtime's */
  return culprit_static_at(word, &end) == CULPRIT_PLACE_WRITABLE ? culprit_variable_from(word) : 0;
}

/* What the words of the copies lead to, and the words there, and so on. An object's own parts come first, since it is them that a
 * call of its class changes. */
static void follow_copies(struct culprit_thread* thread) {
  struct culprit_foreign* foreign = thread->foreign;
  const struct scope scope = ((struct scope*)foreign->scopes.items)[foreign->scopes.count - 1];
  uint64_t left = MOST_LED_TO;
  for (size_t i = scope.copies; i < foreign->copies.count; i++) {
    const struct copy from = ((struct copy*)foreign->copies.items)[i];
    size_t at = -from.address & 7;
    for (uint32_t words = 0; !from.is_new && at + 8 <= from.length && words < MOST_WORDS; at += 8, words++) {
      struct copy copy;
      uint64_t word;
      memcpy(&word, (const char*)foreign->bytes.items + from.at + at, 8);
      uint64_t length = extent_behind(thread, word, &copy);
      if (!length || is_copied(foreign, &scope, word)) continue;
      if (!left || foreign->copies.count - scope.copies >= MOST_COPIES) return;
      left -= add_copy(thread, copy, length < left ? length : left, 1);
    }
  }
}

static int open_scope(struct culprit_thread* thread, uint64_t frame) {
  if (!thread->foreign) thread->foreign = (struct culprit_foreign*)culprit_pages(sizeof *thread->foreign);
  if (!thread->foreign) return 0;
  struct culprit_foreign* foreign = thread->foreign;
  struct scope* scope = (struct scope*)culprit_array_push(&foreign->scopes, sizeof *scope);
  if (!scope) return 0;
  *scope = (struct scope){frame, foreign->copies.count, foreign->bytes.count, foreign->allocations.count};
  thread->foreign_depth++;
  return 1;
}

CULPRIT_EXPORT int culprit_cxx_call(struct culprit_cxx_callee* callee, const void* target, const void* frame,
                                    const struct culprit_cxx_argument* arguments, uint32_t count,
                                    uint32_t line) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room) return 0;
  if (culprit_is_recorded_entry(target)) {
    if (callee) __atomic_store_n(&callee->recorded, target, __ATOMIC_RELAXED);
    return 0;
  }
  if (line) culprit_set_line(thread->top - 1, line);
  culprit_occupy(thread);
  if (thread->foreign_depth) culprit_end_foreign(thread, (uint64_t)frame, 1);
  int is_open = open_scope(thread, (uint64_t)frame);
  int is_shallow = !!(count & CULPRIT_CXX_SHALLOW);
  count &= ~CULPRIT_CXX_SHALLOW;
  for (uint32_t i = 0; is_open && i < count; i++) take_copy(thread, &arguments[i]);
  if (is_open && !is_shallow) follow_copies(thread);
  thread->busy--;
  return is_open;
}

static void drop_scope(struct culprit_thread* thread) {
  struct culprit_foreign* foreign = thread->foreign;
  struct scope scope = ((struct scope*)foreign->scopes.items)[--foreign->scopes.count];
  foreign->copies.count = scope.copies;
  foreign->bytes.count = scope.bytes;
  foreign->allocations.count = scope.allocations;
  thread->foreign_depth--;
}

CULPRIT_EXPORT void culprit_cxx_reached(const void* target, const struct culprit_cxx_argument* arguments,
                                        uint32_t count) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room || !thread->seen || culprit_is_recorded_entry(target)) return;
  culprit_occupy(thread);
  if (open_scope(thread, thread->top[-1].frame)) {
    for (uint32_t i = 0; i < (count & ~CULPRIT_CXX_SHALLOW); i++) take_copy(thread, &arguments[i]);
    if (!(count & CULPRIT_CXX_SHALLOW)) follow_copies(thread);
    drop_scope(thread);
  }
  thread->busy--;
}

static int is_same_line(const char* a, const char* b) {
  uint64_t difference = 0;
  for (int i = 0; i < 64; i += 8) {
    uint64_t one, other;
    memcpy(&one, a + i, 8);
    memcpy(&other, b + i, 8);
    difference |= one ^ other;
  }
  return !difference;
}

/* Differences that lie close together are one block: its head is 16 bytes. */
static void log_difference(struct culprit_stream* stream, uint32_t line, uint64_t address, const char* before,
                           const char* after, size_t length) {
  size_t i = 0;
  while (i < length) {
    while (i < length && before[i] == after[i]) {
      i++;
      while (i % 64 == 0 && i + 64 <= length && is_same_line(before + i, after + i)) i += 64;
    }
    if (i == length) return;
    size_t first = i, last = i;
    for (; i < length && i - last <= 16; i++)
      if (before[i] != after[i]) last = i;
    culprit_block(stream, CULPRIT_BLOCK_FOREIGN, line, address + first, after + first, last + 1 - first);
  }
}

static void compare(struct culprit_thread* thread, const struct copy* copy, uint32_t line) {
  const char* before = (const char*)thread->foreign->bytes.items + copy->at;
  if (copy->block && (!culprit_heap_is_block(copy->block) ||
                      culprit_heap_size(copy->block) < copy->address - copy->block + copy->length))
    return; /* another one, which is logged as such */
  if (copy->is_made && copy->is_plain && !culprit_has_closed_memory) {
    culprit_block(thread->stream, CULPRIT_BLOCK_FOREIGN, line, copy->address, (const char*)copy->address,
                  copy->length);
    return;
  }
  if (copy->is_plain && !culprit_has_closed_memory) {
    log_difference(thread->stream, line, copy->address, before, (const char*)copy->address, copy->length);
    return;
  }
  char now[4096];
  for (size_t done = 0; done < copy->length;) {
    size_t left = copy->length - done, want = left < sizeof now ? left : sizeof now;
    size_t got = culprit_read_memory(now, copy->address + done, want);
    log_difference(thread->stream, line, copy->address + done, before + done, now, got);
    if (got < want) return;
    done += got;
  }
}

static void close_scope(struct culprit_thread* thread, uint32_t line) {
  struct culprit_foreign* foreign = thread->foreign;
  struct scope scope = ((struct scope*)foreign->scopes.items)[foreign->scopes.count - 1];
  for (size_t i = scope.copies; i < foreign->copies.count; i++)
    compare(thread, (struct copy*)foreign->copies.items + i, line);
  for (size_t i = scope.allocations; i < foreign->allocations.count; i++) {
    struct allocation* made = (struct allocation*)foreign->allocations.items + i;
    if (culprit_heap_is_block(made->address) && culprit_heap_size(made->address) >= made->size)
      culprit_log_own(thread->stream, CULPRIT_BLOCK_FOREIGN, line, made->address, made->size);
  }
  drop_scope(thread);
}

void culprit_end_foreign(struct culprit_thread* thread, uint64_t frame, int own) {
  while (thread->foreign_depth) {
    struct culprit_foreign* foreign = thread->foreign;
    uint64_t top = ((struct scope*)foreign->scopes.items)[foreign->scopes.count - 1].frame;
    if (!culprit_same_stack(thread, top, frame) || !(own ? top <= frame : top < frame)) return;
    close_scope(thread, 0);
  }
}

CULPRIT_EXPORT void culprit_cxx_return(const void* frame, uint32_t line) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->foreign_depth || !thread->stream->room) return;
  culprit_occupy(thread);
  culprit_end_foreign(thread, (uint64_t)frame, 0);
  uint32_t told = line ? line : culprit_line_of(thread->top - 1); /* library code has none of its own */
  struct culprit_foreign* foreign = thread->foreign;
  if (thread->foreign_depth &&
      ((struct scope*)foreign->scopes.items)[foreign->scopes.count - 1].frame == (uint64_t)frame)
    close_scope(thread, told);
  if (line) culprit_set_line(thread->top - 1, 0);
  thread->busy--;
}

/* Only if no recorded call has begun since: that one's allocations are logged by themselves. The scope may be that of a function
 * which is no node, and lies below the innermost call's frame. */
void culprit_foreign_allocated(struct culprit_thread* thread, uint64_t address, size_t size) {
  struct culprit_foreign* foreign = thread->foreign;
  const struct scope* scope = (struct scope*)foreign->scopes.items + foreign->scopes.count - 1;
  if (thread->top[-1].frame < scope->frame) return;
  struct allocation* made = (struct allocation*)culprit_array_push(&foreign->allocations, sizeof *made);
  if (made) *made = (struct allocation){address, size};
}

static void free_array(struct culprit_array* array, size_t item_size) {
  culprit_pages_free(array->items, (array->room * item_size + 4095) & ~(size_t)4095);
}

void culprit_free_foreign(struct culprit_thread* thread) {
  struct culprit_foreign* foreign = thread->foreign;
  thread->foreign = NULL;
  thread->foreign_depth = 0;
  if (!foreign) return;
  free_array(&foreign->scopes, sizeof(struct scope));
  free_array(&foreign->copies, sizeof(struct copy));
  free_array(&foreign->bytes, 1);
  free_array(&foreign->allocations, sizeof(struct allocation));
  culprit_pages_free(foreign, sizeof *foreign);
}
