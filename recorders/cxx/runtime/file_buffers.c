/* C++ streams with buffers of their own (files, and the standard streams after sync_with_stdio(false)): the code that puts
 * text into a buffer, or takes it out, is the program's, and says nothing. So buffers are looked at when a node begins or
 * ends: what was put there since the last look was written by the innermost node, and what was taken was consumed by it.
 * They are looked at, too, before they are filled or written out, which the C++ library does.
 *
 * With several threads a stream is looked at by the thread that opened it; those of the main thread, which others may
 * share, also by who releases a lock.
 *
 * The runtime is not linked with libstdc++, so it reads the objects by their layout, which the C++ ABI fixes. */
#define _GNU_SOURCE
#include "recorders/cxx/runtime/file_buffers.h"

#include <stdio.h>
#include <string.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/runtime.h"

struct buffer { /* std::basic_filebuf */
  const void* table;
  const char *get_begin, *get, *get_end;
  const char *put_begin, *put, *put_end;
  void* locale;
  char lock[40];
  struct {
    FILE* stream;
    char is_created;
  } file;
  int mode;
  char states[24];
  const char* own;
  size_t own_size;
  char is_allocated, is_reading, is_writing, pushed;
  const char *saved_get, *saved_end; /* of the get area, while one pushed character stands in for it */
  char is_pushed;
};
_Static_assert(offsetof(struct buffer, file) == 104 && offsetof(struct buffer, own) == 152 &&
                   offsetof(struct buffer, is_pushed) == 192,
               "std::filebuf");

enum { MOST_BUFFERS = 256 }; /* more than so many are logged when they are filled and written out */
struct watched {
  const struct buffer* buffer; /* NULL: free */
  const FILE* stream;          /* that the rest belongs to: streams move from one buffer to another */
  const struct culprit_thread* owner;
  const char* taken; /* up to here the get area was consumed */
  const char* put;   /* up to here the put area is in the trace */
  int is_wide, is_main;
};
static struct watched all[MOST_BUFFERS];
static int used; /* rows that were ever taken */
static int open_count;
static int lock;

/* Held for a few loads and a record; who waits for it has nothing else to do. A handler that interrupts the holder finds
 * the thread busy. */
static void take_lock(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) __builtin_ia32_pause();
}
static void give_lock(void) {
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static const struct buffer* buffer_of(const void* file) {
  return (const struct buffer*)((const char*)file - offsetof(struct buffer, file));
}

/* A table tells the name of its type. */
static int is_wide(const struct buffer* buffer) {
  const char *type, *name;
  memcpy(&type, (const char*)buffer->table - 8, 8);
  if (!type) return 0;
  memcpy(&name, type + 8, 8);
  return strstr(name, "filebufIw") != NULL;
}

static struct watched* find(const struct buffer* buffer) {
  for (int i = 0; i < used; i++)
    if (all[i].buffer == buffer) return &all[i];
  return NULL;
}
static struct watched* add(const struct buffer* buffer) {
  int i = 0;
  while (i < used && all[i].buffer) i++;
  if (i == MOST_BUFFERS) return NULL;
  if (i == used) used++;
  const struct culprit_thread* thread = &culprit_thread;
  all[i] = (struct watched){buffer,          buffer->file.stream,    thread, NULL, NULL,
                            is_wide(buffer), thread->stream->id == 1};
  open_count++;
  culprit_take_care(&culprit_thread, CULPRIT_CARE_BUFFERS);
  return &all[i];
}
static void drop(struct watched* watched) {
  watched->buffer = NULL;
  if (!--open_count) __atomic_and_fetch(&culprit_care, ~(uint32_t)CULPRIT_CARE_BUFFERS, __ATOMIC_RELAXED);
}

/* The stream was moved here from another buffer, with the memory that it uses. */
static void adopt(struct watched* watched, const FILE* stream) {
  watched->stream = stream;
  watched->taken = watched->put = NULL;
  for (int i = 0; i < used; i++) {
    if (&all[i] == watched || all[i].stream != stream || !all[i].buffer) continue;
    watched->taken = all[i].taken;
    watched->put = all[i].put;
    all[i].stream = NULL;
    return;
  }
}

static int lies_in(const char* at, const char* begin, const char* end) {
  return at && at >= begin && at <= end;
}

static void look_at_input(struct culprit_thread* thread, struct watched* watched, int descriptor) {
  const struct buffer* buffer = watched->buffer;
  const char* begin = buffer->is_pushed ? buffer->own : buffer->get_begin;
  const char* end = buffer->is_pushed ? buffer->saved_end : buffer->get_end;
  const char* get = buffer->is_pushed ? buffer->saved_get + (buffer->get != buffer->get_begin) : buffer->get;
  if (begin == end) {
    watched->taken = NULL;
    return;
  }
  const char* from = lies_in(watched->taken, begin, end) ? watched->taken : begin;
  if (get > from) culprit_consumed_now(thread, descriptor, from, (size_t)(get - from));
  if (get < from) culprit_gave_back_now(thread, descriptor, get, (size_t)(from - get));
  watched->taken = get;
}

static void look_at_output(struct culprit_thread* thread, struct watched* watched, int descriptor) {
  const struct buffer* buffer = watched->buffer;
  const char* from = lies_in(watched->put, buffer->put_begin, buffer->put) ? watched->put : buffer->put_begin;
  if (from && buffer->put > from) culprit_wrote_now(thread, descriptor, from, (size_t)(buffer->put - from));
  watched->put = buffer->put > buffer->put_begin ? buffer->put : NULL;
}

static void look(struct culprit_thread* thread, struct watched* watched) {
  FILE* stream = watched->buffer->file.stream;
  if (!stream || watched->is_wide) return;
  if (stream != watched->stream) adopt(watched, stream);
  int descriptor = culprit_descriptor_of(stream);
  look_at_input(thread, watched, descriptor);
  look_at_output(thread, watched, descriptor);
}

void culprit_log_streams(struct culprit_thread* thread) {
  culprit_log_given_back(thread);
  if (!(thread->care & CULPRIT_CARE_BUFFERS)) return;
  take_lock();
  int is_alone = !(culprit_care & CULPRIT_CARE_ORDER);
  for (int i = 0; i < used; i++)
    if (all[i].buffer && (is_alone || all[i].owner == thread)) look(thread, &all[i]);
  give_lock();
}

/* The calling thread, busy, and the lock taken; NULL if it records nothing. */
static struct culprit_thread* begin(void) {
  struct culprit_thread* thread = &culprit_thread;
  if (!thread->stream->room || thread->busy) return NULL;
  culprit_occupy(thread);
  take_lock();
  return thread;
}
static void end(struct culprit_thread* thread) {
  give_lock();
  thread->busy--;
}
static struct watched* found(const void* file) {
  struct watched* watched = find(buffer_of(file));
  return watched ? watched : add(buffer_of(file));
}

void culprit_release_streams(void) {
  if (!(culprit_care & CULPRIT_CARE_BUFFERS)) return;
  struct culprit_thread* thread = begin();
  if (!thread) return;
  for (int i = 0; i < used; i++)
    if (all[i].buffer && (all[i].owner == thread || all[i].is_main)) look(thread, &all[i]);
  end(thread);
}

void culprit_watch_buffer(const void* file) {
  struct culprit_thread* thread = begin();
  if (!thread) return;
  struct watched* watched = found(file);
  if (watched)
    *watched = (struct watched){watched->buffer,  watched->buffer->file.stream, thread, NULL, NULL,
                                watched->is_wide, thread->stream->id == 1};
  end(thread);
}
void culprit_unwatch_buffer(const void* file) {
  take_lock(); /* even if nothing is recorded: the object may go */
  struct watched* watched = find(buffer_of(file));
  if (watched) drop(watched);
  give_lock();
}

void culprit_buffer_reads(const void* file) {
  struct culprit_thread* thread = begin();
  if (!thread) return;
  struct watched* watched = found(file);
  if (watched) look(thread, watched);
  end(thread);
}
void culprit_buffer_has_read(const void* file, const void* to, long got) {
  const struct buffer* buffer = buffer_of(file);
  if (!buffer->file.stream) return;
  int descriptor = culprit_descriptor_of(buffer->file.stream);
  if (got == 0) culprit_consumed_end(descriptor);
  if (got <= 0) return;
  take_lock();
  struct watched* watched = find(buffer);
  int is_own =
      watched && !watched->is_wide && lies_in((const char*)to, buffer->own, buffer->own + buffer->own_size);
  if (is_own) watched->taken = (const char*)to;
  give_lock();
  if (!is_own) culprit_consumed(descriptor, to, (size_t)got);
}

void culprit_buffer_writes(const void* file) {
  culprit_buffer_reads(file);
}
int culprit_buffer_has_written(const void* file, const void* from) {
  const struct buffer* buffer = buffer_of(file);
  take_lock();
  struct watched* watched = find(buffer);
  int is_own =
      watched && !watched->is_wide && lies_in((const char*)from, buffer->own, buffer->own + buffer->own_size);
  if (is_own) watched->put = NULL;
  give_lock();
  return is_own;
}
void culprit_buffer_passed(const void* file, const void* from, long length) {
  FILE* stream = buffer_of(file)->file.stream;
  if (stream && length > 0) culprit_wrote_output(culprit_descriptor_of(stream), from, (size_t)length);
}

void culprit_buffer_seeks(const void* file, int is_elsewhere) {
  struct culprit_thread* thread = begin();
  if (!thread) return;
  struct watched* watched = found(file);
  if (watched) look(thread, watched);
  if (watched && is_elsewhere) watched->taken = NULL;
  end(thread);
}
