/* C++ streams with buffers of their own, after sync_with_stdio(false): what was put into the buffer is logged when the
 * code that put it there returns, and not again when the buffer is written out.
 *
 * The runtime is not linked with libstdc++, so it reads the objects by their layout, which the C++ ABI fixes: an ostream
 * begins with a table pointer whose third entry before it is the distance to its ios part; in that the buffer's address
 * lies behind 232 bytes; a buffer's put area is the words 4 to 6. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "recorders/cxx/runtime/output.h"
#include "recorders/cxx/runtime/runtime.h"

struct buffer {
  const void* table;
  char* unused[3];
  char *begin, *next, *end; /* the put area */
};
struct stream {
  const char* name;
  int descriptor;
  const char* object;
  const char* logged; /* up to here the buffer's contents are in the trace */
};
static struct stream streams[] = {{"_ZSt4cout", 1, NULL, NULL}, {"_ZSt4clog", 2, NULL, NULL}};
enum { STREAMS = sizeof streams / sizeof *streams };

/* The only kind of buffer that writes to a descriptor and is not tied to stdio; any other that a stream was given does
 * something else with its text. Its table has no name that could be looked up, but tells the name of its type; both
 * tables that were met are kept. */
static const char* const file_buffer_name = "N9__gnu_cxx13stdio_filebufIcSt11char_traitsIcEEE";
static const void* file_buffer_table;
static const void* other_table;
static uint32_t is_searched;

static void search(void) {
  for (int i = 0; i < STREAMS; i++) streams[i].object = (const char*)dlsym(RTLD_DEFAULT, streams[i].name);
  __atomic_store_n(&is_searched, 1, __ATOMIC_RELEASE);
}

static int is_file_buffer(const void* table) {
  const char *type, *name;
  if (table == file_buffer_table) return 1;
  if (table == other_table || !table) return 0;
  memcpy(&type, (const char*)table - 8, 8);
  if (!type) return 0;
  memcpy(&name, type + 8, 8);
  int is_wanted = strcmp(name[0] == '*' ? name + 1 : name, file_buffer_name) == 0;
  *(is_wanted ? &file_buffer_table : &other_table) = table;
  return is_wanted;
}

static const struct buffer* buffer_of(const struct stream* stream) {
  const char* table;
  const struct buffer* buffer;
  long to_ios;
  if (!stream->object) return NULL;
  memcpy(&table, stream->object, 8);
  if (!table) return NULL; /* not constructed yet */
  memcpy(&to_ios, table - 24, 8);
  memcpy(&buffer, stream->object + to_ios + 232, 8);
  return buffer && is_file_buffer(buffer->table) ? buffer : NULL;
}

void culprit_log_stream_output(struct culprit_thread* thread) {
  if (!__atomic_load_n(&is_searched, __ATOMIC_ACQUIRE)) search();
  for (int i = 0; i < STREAMS; i++) {
    const struct buffer* buffer = buffer_of(&streams[i]);
    if (!buffer || buffer->next == streams[i].logged) continue;
    const char* from = streams[i].logged;
    if (!from || from < buffer->begin || from > buffer->next) from = buffer->begin;
    if (from && from < buffer->next)
      culprit_output(thread->stream, (uint8_t)streams[i].descriptor, from, (uint64_t)(buffer->next - from));
    streams[i].logged = buffer->next;
  }
}

/* The buffer is being written out: it is empty then. */
size_t culprit_logged_in_buffer(int descriptor, const void* text, size_t length) {
  for (int i = 0; i < STREAMS; i++) {
    const char* logged = streams[i].logged;
    if (!logged || streams[i].descriptor != descriptor) continue;
    const struct buffer* buffer = buffer_of(&streams[i]);
    if (!buffer || buffer->begin != text) continue;
    streams[i].logged = NULL;
    size_t known = logged > (const char*)text ? (size_t)(logged - (const char*)text) : 0;
    return known < length ? known : length;
  }
  return 0;
}
