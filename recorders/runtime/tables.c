/* Definitions: stream 0. All under the trace's lock. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "recorders/runtime/internal.h"

/* A part of a record's payload; lengths but the last one's are multiples of 4. */
struct part {
  const void* bytes;
  size_t length;
};

static size_t copy_parts(char* to, size_t room, const struct part* parts, size_t count, size_t skip) {
  size_t copied = 0;
  for (size_t i = 0; i < count && copied < room; i++) {
    size_t length = parts[i].length;
    if (skip >= length) {
      skip -= length;
      continue;
    }
    size_t now = length - skip < room - copied ? length - skip : room - copied;
    memcpy(to + copied, (const char*)parts[i].bytes + skip, now);
    copied += now;
    skip = 0;
  }
  return copied;
}

/* Writes a record, and MORE records for what does not fit the segment. Precondition: locked. Gives 0 if not
 * recording. */
static int put_record(struct culprit_trace* trace, enum culprit_table kind, const struct part* parts,
                      size_t count) {
  struct culprit_stream* stream = trace->tables;
  size_t total = 0, done = 0;
  for (size_t i = 0; i < count; i++) total += parts[i].length;
  total = (total + 3) & ~(size_t)3;
  do {
    uint64_t used = __atomic_load_n(&stream->window->committed, __ATOMIC_RELAXED);
    uint64_t room = stream->room >= used + 8 ? stream->room - used : stream->room;
    if (room < 8) return 0;
    size_t now = total - done < room - 4 ? total - done : room - 4;
    uint32_t* record = culprit_reserve(stream, 4 + now);
    if (!record) return 0;
    record[0] = (uint32_t)(done ? CULPRIT_TABLE_MORE : kind) << 24 | (uint32_t)(now / 4);
    size_t copied = copy_parts((char*)(record + 1), now, parts, count, done);
    memset((char*)(record + 1) + copied, 0, now - copied);
    culprit_commit(stream, record + 1 + now / 4);
    done += now;
  } while (done < total);
  return 1;
}

static int lock_if_recording(struct culprit_trace* trace) {
  if (!culprit_trace_is_recording(trace)) return 0;
  pthread_mutex_lock(&trace->lock);
  if (culprit_trace_is_recording(trace)) return 1;
  pthread_mutex_unlock(&trace->lock);
  return 0;
}

/* The given id, or a fresh one. Precondition: locked. */
static uint32_t id_for(struct culprit_trace* trace, enum culprit_table table, uint32_t id) {
  if (id) return id;
  uint32_t most = table == CULPRIT_TABLE_FUNCTION ? CULPRIT_MAX_FUNCTION : UINT32_MAX - 1;
  return trace->last_id[table] < most ? ++trace->last_id[table] : 0;
}

uint32_t culprit_reserve_ids(struct culprit_trace* trace, enum culprit_table table, uint32_t count) {
  if (!lock_if_recording(trace)) return 0;
  uint32_t most = table == CULPRIT_TABLE_FUNCTION ? CULPRIT_MAX_FUNCTION : UINT32_MAX - 1;
  uint32_t last = trace->last_id[table], first = count <= most - last ? last + 1 : 0;
  if (first) trace->last_id[table] += count;
  pthread_mutex_unlock(&trace->lock);
  return first;
}

/* A record whose first word is its id, followed by more parts. */
static uint32_t define(struct culprit_trace* trace, enum culprit_table table, uint32_t* id,
                       const struct part* parts, size_t count) {
  if (!lock_if_recording(trace)) return 0;
  uint32_t result = *id = id_for(trace, table, *id);
  if (result && !put_record(trace, table, parts, count)) result = 0;
  pthread_mutex_unlock(&trace->lock);
  return result;
}

void culprit_define_meta(struct culprit_trace* trace, enum culprit_meta key, const char* text) {
  if (!text || !lock_if_recording(trace)) return;
  uint32_t head[2] = {(uint32_t)key, (uint32_t)strlen(text)};
  struct part parts[2] = {{head, sizeof head}, {text, head[1]}};
  put_record(trace, CULPRIT_TABLE_META, parts, 2);
  pthread_mutex_unlock(&trace->lock);
}

uint32_t culprit_define_string(struct culprit_trace* trace, const char* bytes, size_t length) {
  uint32_t head[2] = {0, (uint32_t)length};
  struct part parts[2] = {{head, sizeof head}, {bytes, head[1]}};
  return define(trace, CULPRIT_TABLE_STRING, head, parts, 2);
}

uint32_t culprit_define_file(struct culprit_trace* trace, const struct culprit_source_file* file) {
  struct culprit_source_file row = *file;
  struct part part = {&row, sizeof row};
  return define(trace, CULPRIT_TABLE_FILE, &row.id, &part, 1);
}

uint32_t culprit_define_type(struct culprit_trace* trace, const struct culprit_type* type,
                             const struct culprit_member* members) {
  struct culprit_type row = *type;
  struct part parts[2] = {{&row, sizeof row}, {members, row.members * sizeof *members}};
  return define(trace, CULPRIT_TABLE_TYPE, &row.id, parts, 2);
}

uint32_t culprit_define_function(struct culprit_trace* trace, const struct culprit_function* function,
                                 const struct culprit_parameter* parameters, const uint32_t* globals) {
  struct culprit_function row = *function;
  struct part parts[3] = {{&row, sizeof row},
                          {parameters, row.parameters * sizeof *parameters},
                          {globals, row.globals * sizeof *globals}};
  return define(trace, CULPRIT_TABLE_FUNCTION, &row.id, parts, 3);
}

uint32_t culprit_define_global(struct culprit_trace* trace, const struct culprit_global* global) {
  struct culprit_global row = *global;
  struct part part = {&row, sizeof row};
  return define(trace, CULPRIT_TABLE_GLOBAL, &row.id, &part, 1);
}

/* A row without an id. */
static void define_row(struct culprit_trace* trace, enum culprit_table table, const void* row, size_t size) {
  if (!lock_if_recording(trace)) return;
  struct part part = {row, (uint32_t)size};
  put_record(trace, table, &part, 1);
  pthread_mutex_unlock(&trace->lock);
}
void culprit_define_loop(struct culprit_trace* trace, const struct culprit_loop_row* loop) {
  define_row(trace, CULPRIT_TABLE_LOOP, loop, sizeof *loop);
}
void culprit_define_arc(struct culprit_trace* trace, const struct culprit_dependency* arc) {
  define_row(trace, CULPRIT_TABLE_ARC, arc, sizeof *arc);
}
void culprit_define_call_site(struct culprit_trace* trace, const struct culprit_call_site* site) {
  define_row(trace, CULPRIT_TABLE_CALL, site, sizeof *site);
}
void culprit_define_container(struct culprit_trace* trace, const struct culprit_container* container) {
  define_row(trace, CULPRIT_TABLE_CONTAINER, container, sizeof *container);
}
