/* A trace as a whole: created, ended in order, given up, abandoned. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "recorders/runtime/internal.h"

static int write_header(struct culprit_trace* trace) {
  static const char page[CULPRIT_FILE_HEADER_SIZE];
  struct timespec now;
  void* mapped;
  int error = culprit_file_write(trace, page, sizeof page, 0);
  if (!error) error = culprit_file_map(trace, 0, CULPRIT_FILE_HEADER_SIZE, &mapped);
  if (error) return error;
  clock_gettime(CLOCK_REALTIME, &now);
  struct culprit_file_header* header = (struct culprit_file_header*)mapped;
  header->version = CULPRIT_VERSION;
  header->byte_order = CULPRIT_BYTE_ORDER;
  header->header_size = CULPRIT_FILE_HEADER_SIZE;
  header->segment_size = trace->segment_size;
  header->start_time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  header->process = (uint64_t)getpid();
  header->file_end = CULPRIT_FILE_HEADER_SIZE;
  memcpy(header->magic, CULPRIT_MAGIC, sizeof header->magic);
  header->checksum = culprit_checksum(header, offsetof(struct culprit_file_header, state));
  trace->header = header;
  return 0;
}

static void define_metas(struct culprit_trace* trace, const struct culprit_options* options) {
  culprit_define_meta(trace, CULPRIT_META_PRODUCER, options->producer);
  culprit_define_meta(trace, CULPRIT_META_PROGRAM, options->program);
  for (size_t i = 0; i < options->argument_count; i++)
    culprit_define_meta(trace, CULPRIT_META_ARGUMENT, options->arguments[i]);
  culprit_define_meta(trace, CULPRIT_META_DIRECTORY, options->directory);
  culprit_define_meta(trace, CULPRIT_META_LANGUAGE, options->language);
}

static void release(struct culprit_trace* trace) {
  for (struct culprit_stream *s = trace->streams, *next; s; s = next) {
    next = s->next;
    munmap(s, 4096);
  }
  if (trace->header) munmap(trace->header, CULPRIT_FILE_HEADER_SIZE);
  if (trace->fd >= 0) culprit_file_close(trace);
  munmap(trace, sizeof *trace);
}

void culprit_trace_let_go(struct culprit_trace* trace) {
  if (__atomic_sub_fetch(&trace->holders, 1, __ATOMIC_ACQ_REL) == 0) release(trace);
}

static struct culprit_trace* new_trace(void) {
  void* pages =
      mmap(NULL, sizeof(struct culprit_trace), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  struct culprit_trace* trace = (struct culprit_trace*)pages;
  trace->fd = -1;
  trace->holders = 1;
  pthread_mutex_init(&trace->lock, NULL);
  return trace;
}

struct culprit_trace* culprit_trace_create(const struct culprit_options* options) {
  uint32_t size = options->segment_size ? options->segment_size : CULPRIT_SEGMENT_SIZE;
  if (size % 4096 || size > CULPRIT_MAX_SEGMENT_SIZE) {
    errno = EINVAL;
    return NULL;
  }
  struct culprit_trace* trace = new_trace();
  if (!trace) return NULL;
  trace->segment_size = size;
  trace->max_bytes = options->max_bytes;
  int error = culprit_file_create(trace, options->path, options->exclusive);
  if (!error) error = write_header(trace);
  if (!error) {
    trace->tables = culprit_stream_begin(trace, 0);
    if (trace->tables == culprit_dead_stream()) error = ENOSPC;
  }
  if (error) {
    release(trace);
    errno = error;
    return NULL;
  }
  define_metas(trace, options);
  return trace;
}

int culprit_trace_is_recording(const struct culprit_trace* trace) {
  return trace && !__atomic_load_n(&trace->ended, __ATOMIC_ACQUIRE);
}

void culprit_trace_stop(struct culprit_trace* trace, enum culprit_stop_reason reason) {
  if (!trace || __atomic_exchange_n(&trace->ended, 1, __ATOMIC_ACQ_REL)) return;
  __atomic_store_n(&trace->header->stop_reason, (uint32_t)reason, __ATOMIC_RELEASE);
  __atomic_store_n(&trace->header->state, (uint32_t)CULPRIT_STATE_STOPPED, __ATOMIC_RELEASE);
}

static void end_in_order(struct culprit_trace* trace) {
  pthread_mutex_lock(&trace->lock);
  if (trace->tables != culprit_dead_stream()) culprit_stream_finish(trace->tables);
  trace->tables = culprit_dead_stream();
  if (!__atomic_exchange_n(&trace->ended, 1, __ATOMIC_ACQ_REL))
    __atomic_store_n(&trace->header->state, (uint32_t)CULPRIT_STATE_CLOSED, __ATOMIC_RELEASE);
  culprit_interned_free(trace);
  pthread_mutex_unlock(&trace->lock);
}

void culprit_trace_close(struct culprit_trace* trace) {
  if (!trace) return;
  int saved = errno;
  if (trace->header) {
    end_in_order(trace);
  } else { /* abandoned: nothing is left but memory, and the lock may be held for ever */
    culprit_interned_free(trace);
  }
  /* Threads that still run have their streams, which point here: the last of them frees it. */
  culprit_trace_let_go(trace);
  errno = saved;
}

void culprit_trace_abandon(struct culprit_trace* trace) {
  if (!trace) return;
  int saved = errno;
  /* The header is the parent's too: only what is private to this process changes. The lock may be held by a
   * thread that does not exist here, so it is not taken; `ended` keeps everybody else from it. */
  __atomic_store_n(&trace->ended, 1, __ATOMIC_RELEASE);
  for (struct culprit_stream* s = trace->streams; s; s = s->next)
    if (s->in_use) culprit_stream_abandon(s);
  trace->holders = 1;
  trace->tables = culprit_dead_stream();
  munmap(trace->header, CULPRIT_FILE_HEADER_SIZE);
  trace->header = NULL;
  culprit_file_close(trace);
  errno = saved;
}
