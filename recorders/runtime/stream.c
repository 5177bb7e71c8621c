/* Streams and their windows.
 *
 * Why a trace is readable whenever its process dies
 * -------------------------------------------------
 * A window is a segment of the file, mapped shared: its pages are the file's pages, so every store into it
 * that was executed is in the file, whatever ends the process. What matters is therefore only the order of
 * stores within a thread, and of the system calls between them.
 *
 * Within a window: a record's bytes are stored first, then `committed` moves over them (release). Whoever
 * stops earlier leaves bytes past `committed` that nobody reads.
 *
 * Rolling over, with window W = (number n, committed C) and a fresh segment S:
 *
 *   step                                  what a reader finds if the process stops here
 *   1 allocate S: zeros, then file_end    S is all zero: unused. W has all of n.
 *   2 write the payload to S              S has no header yet: unused. W has all of n.
 *   3 write the sealed header to S        S and W both have all of n, and are equal. (128 bytes within a page are
 *                                         written whole or not at all; torn, the seal would not fit, and W counts.)
 *   4 W.committed = 0                     W = (n, 0), S = (n, C): the one with more committed bytes is S.
 *   5 W.depth and so on = those now       As 4: W holds nothing, so its other fields do not matter.
 *   6 W.number = n + 1                    S has all of n; W is an empty n + 1.
 *   7 records go into W                   S has all of n; W has the beginning of n + 1.
 *
 * The bytes of n in W are overwritten only in 7, after S is whole and W no longer claims them. Between the
 * steps the compiler must not move stores: hence the fences.
 *
 * Opening: the segment is zeros until its header is filled, `magic` last. Sealing in place, when a stream
 * ends: the checksum first, `seal` last; until then the segment is an ordinary window. Stopping (disk full
 * and so on) leaves the window as it is: it holds the newest records.
 *
 * A power failure is another matter: nothing is synced to the disk. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorders/runtime/internal.h"

struct culprit_stream* culprit_dead_stream(void) {
  static struct culprit_segment_header nothing;
  static struct culprit_stream dead = {.window = &nothing};
  return &dead;
}

static void fence(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void culprit_fail(struct culprit_trace* trace, int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      culprit_trace_stop(trace, CULPRIT_STOP_DISK_FULL);
      break;
    case CULPRIT_PAST_BUDGET:
      culprit_trace_stop(trace, CULPRIT_STOP_BUDGET);
      break;
    case ENOMEM:
      culprit_trace_stop(trace, CULPRIT_STOP_NO_MEMORY);
      break;
    default:
      culprit_trace_stop(trace, CULPRIT_STOP_IO);
  }
}

static uint64_t window_checksum(const struct culprit_segment_header* window) {
  return culprit_checksum(window + 1, window->committed);
}

/* Steps 1 to 3. */
static int copy_out(struct culprit_stream* stream) {
  struct culprit_trace* trace = stream->trace;
  struct culprit_segment_header sealed = *stream->window;
  uint64_t offset;
  int error = culprit_file_check(trace);
  if (!error) error = culprit_file_allocate(trace, &offset);
  if (error) return error;
  sealed.checksum = window_checksum(stream->window);
  sealed.seal = culprit_seal(&sealed, sizeof sealed);
  error = culprit_file_write(trace, stream->window + 1, sealed.committed, offset + sizeof sealed);
  if (!error) error = culprit_file_write(trace, &sealed, sizeof sealed, offset);
  return error;
}

/* Steps 4 to 6. */
static void reuse(struct culprit_stream* stream) {
  struct culprit_segment_header* window = stream->window;
  fence();
  __atomic_store_n(&window->committed, 0, __ATOMIC_RELEASE);
  fence();
  window->depth = stream->depth;
  window->sequence = stream->sequence;
  window->nodes = 1 + stream->nodes;
  fence();
  __atomic_store_n(&window->number, window->number + 1, __ATOMIC_RELEASE);
  fence();
  stream->base[0] = stream->base[1] = 0;
  stream->read_base[0] = stream->read_base[1] = 0;
}

/* A handler that jumps out of the middle would leave a copy that is none. Raw: the kernel's set has 64 bits. */
static uint64_t block_signals(void) {
  uint64_t all = ~(uint64_t)0, before = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
  return before;
}
static void restore_signals(uint64_t before) {
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
}

uint32_t* culprit_reserve_slow(struct culprit_stream* stream, uint64_t bytes) {
  if (bytes > stream->room) return NULL; /* not recording, or more than a segment holds */
  struct culprit_trace* trace = stream->trace;
  int saved = errno;
  uint64_t signals = block_signals();
  int ended = __atomic_load_n(&trace->ended, __ATOMIC_ACQUIRE) != 0;
  int error = ended ? 0 : copy_out(stream);
  if (error) culprit_fail(trace, error);
  if (ended || error) {
    stream->room = 0;
  } else {
    reuse(stream);
  }
  restore_signals(signals);
  errno = saved;
  return stream->room ? (uint32_t*)(stream->window + 1) : NULL;
}

/* A row that a finished stream left, or a fresh page: a stream has cache lines of its own, and no malloc is
 * needed, which a signal handler could not call. */
static struct culprit_stream* take_row(struct culprit_trace* trace) {
  for (struct culprit_stream* s = __atomic_load_n(&trace->streams, __ATOMIC_ACQUIRE); s; s = s->next) {
    uint32_t unused = 0;
    if (__atomic_compare_exchange_n(&s->in_use, &unused, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return s;
  }
  void* page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return NULL;
  struct culprit_stream* stream = (struct culprit_stream*)page;
  stream->in_use = 1;
  stream->next = __atomic_load_n(&trace->streams, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&trace->streams, &stream->next, stream, 0, __ATOMIC_ACQ_REL,
                                      __ATOMIC_ACQUIRE));
  return stream;
}

static int open_window(struct culprit_trace* trace, uint64_t* offset, void** window) {
  int error = culprit_file_check(trace);
  if (!error) error = culprit_file_allocate(trace, offset);
  if (!error) error = culprit_file_map(trace, *offset, trace->segment_size, window);
  return error;
}

struct culprit_stream* culprit_stream_begin(struct culprit_trace* trace, uint32_t id) {
  uint64_t offset = 0;
  void* mapped = NULL;
  int error = open_window(trace, &offset, &mapped);
  struct culprit_stream* stream = error ? NULL : take_row(trace);
  if (!stream) {
    culprit_fail(trace, error ? error : ENOMEM);
    return culprit_dead_stream();
  }
  /* The first stream starts without a number; any other comes after what was written before it was opened. */
  stream->sequence = id > 1 ? __atomic_add_fetch(&trace->sequence, 1, __ATOMIC_ACQ_REL) : 0;
  struct culprit_segment_header* window = (struct culprit_segment_header*)mapped;
  stream->window = window;
  stream->offset = offset;
  stream->room = trace->segment_size - CULPRIT_SEGMENT_HEADER_SIZE;
  stream->depth = 0;
  stream->nodes = 0;
  stream->frame = stream->base[0] = stream->base[1] = 0;
  stream->read_base[0] = stream->read_base[1] = 0;
  stream->trace = trace;
  stream->id = id;
  window->stream = id;
  window->segment_size = trace->segment_size;
  window->sequence = stream->sequence;
  window->nodes = 1;
  __atomic_store_n(&window->magic, CULPRIT_SEGMENT_MAGIC, __ATOMIC_RELEASE);
  return stream;
}

void culprit_stream_drop(struct culprit_stream* stream) {
  struct culprit_segment_header* window = stream->window;
  uint64_t size = stream->trace->segment_size;
  stream->room = 0;
  stream->window = culprit_dead_stream()->window;
  munmap(window, size);
}

void culprit_stream_abandon(struct culprit_stream* stream) {
  struct culprit_segment_header* window = stream->window;
  uint64_t size = stream->trace->segment_size;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  stream->room = 0;
  stream->window = culprit_dead_stream()->window;
  if (mmap(window, size, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) munmap(window, size);
}

void culprit_stream_finish(struct culprit_stream* stream) {
  struct culprit_segment_header* window = stream->window;
  window->checksum = window_checksum(window);
  __atomic_store_n(&window->seal, culprit_seal(window, sizeof *window), __ATOMIC_RELEASE);
  /* A program with thousands of short threads should not pay a whole segment of disk for each. */
  uint64_t used = (CULPRIT_SEGMENT_HEADER_SIZE + window->committed + 4095) & ~(uint64_t)4095;
  if (used < stream->trace->segment_size && culprit_file_check(stream->trace) == 0)
    culprit_file_punch(stream->trace, stream->offset + used, stream->trace->segment_size - used);
  culprit_stream_drop(stream);
  __atomic_store_n(&stream->in_use, 0, __ATOMIC_RELEASE);
}

uint32_t culprit_stream_reserve(struct culprit_trace* trace) {
  return trace ? __atomic_add_fetch(&trace->last_stream, 1, __ATOMIC_RELAXED) : 0;
}

struct culprit_stream* culprit_stream_open(struct culprit_trace* trace, uint32_t id, uint32_t parent,
                                           uint32_t flags) {
  if (!culprit_trace_is_recording(trace)) return culprit_dead_stream();
  int saved = errno;
  if (id == 0) id = culprit_stream_reserve(trace);
  if (id > CULPRIT_MAX_STREAM) return culprit_dead_stream();
  struct culprit_stream* stream = culprit_stream_begin(trace, id);
  if (stream != culprit_dead_stream()) __atomic_add_fetch(&trace->holders, 1, __ATOMIC_RELAXED);
  uint32_t* record = culprit_reserve(stream, 12);
  if (record) {
    record[0] = (uint32_t)CULPRIT_EVENT_EXTENDED << 28 | CULPRIT_EXTENDED_THREAD_START << 20 | 2;
    record[1] = parent;
    record[2] = flags;
    culprit_commit(stream, record + 3);
  }
  errno = saved;
  return stream;
}

void culprit_stream_close(struct culprit_stream* stream) {
  if (stream->window == culprit_dead_stream()->window) return;
  int saved = errno;
  uint32_t* record = culprit_reserve(stream, 4);
  if (record) {
    record[0] = (uint32_t)CULPRIT_EVENT_EXTENDED << 28 | CULPRIT_EXTENDED_THREAD_END << 20;
    culprit_commit(stream, record + 1);
  }
  struct culprit_trace* trace = stream->trace;
  culprit_stream_finish(stream);
  culprit_trace_let_go(trace);
  errno = saved;
}
