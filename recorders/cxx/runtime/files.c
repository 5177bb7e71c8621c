/* The table of files by descriptor, and the records of input, output and what else goes through them.
 *
 * A file is announced by an OPENED record when it is opened, or, if that was not seen (inherited, or opened by a library in
 * a way of its own), when something first goes through it. Files are numbered anew in each process. */
#define _GNU_SOURCE
#include "recorders/cxx/runtime/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"

enum {
  MOST_DESCRIPTORS = 1 << 16, /* files beyond are not followed */
  MOST_MEMORY = 256,          /* streams over memory that are open at once */
  LONGEST_ROOM = 64,          /* of a record to which single bytes are added */
};

struct file {
  uint32_t number; /* 0: not announced */
  uint32_t epoch;  /* of the process that announced it */
  uint64_t position;
  uint32_t is_shared; /* several descriptors stand for it */
};

static struct file*
    table; /* a row a descriptor, then one for each stream over memory; pages of zeros at first */
static uint32_t epoch = 1;   /* goes up with each fork */
static uint32_t last_number; /* of this process, beyond the standard streams */
static FILE* memory_streams[MOST_MEMORY];

/* Pages that nobody touches cost nothing. */
static struct file* row_of(int descriptor) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS + MOST_MEMORY) return NULL;
  struct file* rows = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
  if (!rows) {
    const size_t bytes = (MOST_DESCRIPTORS + MOST_MEMORY) * sizeof *rows;
    struct file* made = (struct file*)culprit_pages(bytes);
    if (!made) return NULL;
    if (__atomic_compare_exchange_n(&table, &rows, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
      rows = made;
    } else {
      culprit_pages_free(made, bytes);
    }
  }
  return rows + descriptor;
}

__thread uint32_t culprit_quiet;

static struct culprit_thread* logging_thread(void) {
  struct culprit_thread* thread = &culprit_thread;
  return thread->stream->room && !thread->busy && !culprit_quiet ? thread : NULL;
}

static enum culprit_file_kind kind_of(mode_t mode) {
  if (S_ISFIFO(mode)) return CULPRIT_FILE_PIPE;
  if (S_ISSOCK(mode)) return CULPRIT_FILE_SOCKET;
  if (S_ISCHR(mode) || S_ISBLK(mode)) return CULPRIT_FILE_DEVICE;
  if (S_ISDIR(mode)) return CULPRIT_FILE_FOLDER;
  return CULPRIT_FILE_REGULAR;
}

static uint64_t position_of(int descriptor) {
  off_t at = lseek(descriptor, 0, SEEK_CUR);
  return at < 0 ? 0 : (uint64_t)at;
}

/* Of one that was not seen to be opened. Pipes and sockets have no name that another run would give them. */
static const char* found_path(int descriptor, enum culprit_file_kind kind, char* path) {
  char link[32];
  if (kind == CULPRIT_FILE_PIPE || kind == CULPRIT_FILE_SOCKET) return "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = 0;
  return path;
}

static uint32_t found_flags(int descriptor) {
  int mode = fcntl(descriptor, F_GETFL);
  if (mode < 0) return 0;
  uint32_t flags = (mode & O_ACCMODE) == O_RDONLY   ? CULPRIT_FILE_READS
                   : (mode & O_ACCMODE) == O_WRONLY ? CULPRIT_FILE_WRITES
                                                    : CULPRIT_FILE_READS | CULPRIT_FILE_WRITES;
  return flags | (mode & O_APPEND ? CULPRIT_FILE_APPENDS : 0);
}

/* Precondition: busy. */
static void announce(struct culprit_thread* thread, struct file* file, int descriptor, uint32_t flags,
                     const char* path) {
  char found[PATH_MAX];
  struct stat status;
  int saved = errno;
  enum culprit_file_kind kind = CULPRIT_FILE_MEMORY;
  file->position = 0;
  if (descriptor < MOST_DESCRIPTORS) {
    int is_there = fstat(descriptor, &status) == 0;
    kind = is_there ? kind_of(status.st_mode) : CULPRIT_FILE_REGULAR;
    if (!path) {
      path = found_path(descriptor, kind, found);
      flags = found_flags(descriptor);
    }
    file->position =
        flags & CULPRIT_FILE_APPENDS && is_there ? (uint64_t)status.st_size : position_of(descriptor);
  } else {
    flags = CULPRIT_FILE_READS | CULPRIT_FILE_WRITES;
    descriptor = CULPRIT_NO_DESCRIPTOR;
  }
  file->number = CULPRIT_FILE_ERROR + __atomic_add_fetch(&last_number, 1, __ATOMIC_RELAXED);
  file->is_shared = 0;
  __atomic_store_n(&file->epoch, epoch, __ATOMIC_RELEASE);
  culprit_opened(thread->stream, file->number, descriptor, kind, flags, path);
  errno = saved;
}

/* The file of a descriptor, announced. Precondition: busy. */
static struct file* file_of(struct culprit_thread* thread, int descriptor) {
  struct file* file = row_of(descriptor);
  if (!file) return NULL;
  if (file->number && file->epoch == epoch) return file;
  if (descriptor > 2) {
    announce(thread, file, descriptor, 0, NULL);
    return file;
  }
  int saved = errno;
  file->number = CULPRIT_FILE_INPUT + (uint32_t)descriptor;
  file->epoch = epoch;
  file->position = position_of(descriptor);
  errno = saved;
  return file;
}

void culprit_opened_file(int descriptor, uint32_t flags, const char* path) {
  struct culprit_thread* thread = logging_thread();
  struct file* file = row_of(descriptor);
  if (descriptor >= 0 && file && culprit_is_own_process()) file->number = 0;
  if (!thread || !culprit_is_own_process()) return;
  culprit_occupy(thread);
  if (descriptor < 0 && errno == EFAULT) path = NULL; /* it leads nowhere */
  if (descriptor < 0)
    culprit_opened(thread->stream, 0, -1, CULPRIT_FILE_REGULAR, flags | CULPRIT_FILE_FAILED, path);
  if (descriptor >= 0 && file) announce(thread, file, descriptor, flags, path ? path : "");
  thread->busy--;
}

void culprit_shared_file(int descriptor, int other) {
  struct culprit_thread* thread = logging_thread();
  struct file *file = row_of(descriptor), *known = row_of(other);
  if (!file || !known || !culprit_is_own_process()) return;
  file->number = 0;
  if (!thread) return;
  culprit_occupy(thread);
  known = file_of(thread, other);
  known->is_shared = 1;
  *file = *known;
  thread->busy--;
}

void culprit_closed_file(int descriptor) {
  struct culprit_thread* thread = logging_thread();
  struct file* file = row_of(descriptor);
  if (!file || !file->number || !culprit_is_own_process()) return;
  uint32_t number = file->epoch == epoch && !file->is_shared ? file->number : 0;
  file->number = 0;
  if (!thread || !number || number <= CULPRIT_FILE_ERROR) return;
  culprit_occupy(thread);
  culprit_log_given_back(thread);
  culprit_file_event(thread->stream, CULPRIT_EXTENDED_CLOSED, number);
  thread->busy--;
}

void culprit_moved_in_file(int descriptor, uint64_t offset) {
  struct file* file = row_of(descriptor);
  if (file && file->number) file->position = offset;
}

/* Streams over memory. */
static int memory_slot(const FILE* stream) {
  for (int i = 0; i < MOST_MEMORY; i++)
    if (__atomic_load_n(&memory_streams[i], __ATOMIC_RELAXED) == stream) return i;
  return -1;
}
void culprit_opened_memory(FILE* stream) {
  if (!stream || fileno_unlocked(stream) >= 0) return;
  for (int i = 0; i < MOST_MEMORY; i++) {
    FILE* none = NULL;
    if (__atomic_compare_exchange_n(&memory_streams[i], &none, stream, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
  }
}
void culprit_closed_memory(FILE* stream) {
  int slot = memory_slot(stream);
  if (slot < 0) return;
  culprit_closed_file(MOST_DESCRIPTORS + slot);
  __atomic_store_n(&memory_streams[slot], NULL, __ATOMIC_RELAXED);
}
int culprit_descriptor_of(FILE* stream) {
  int saved = errno;
  int descriptor = fileno_unlocked(stream);
  errno = saved;
  if (descriptor >= 0) return descriptor;
  int slot = memory_slot(stream);
  return slot < 0 ? CULPRIT_NO_DESCRIPTOR : MOST_DESCRIPTORS + slot;
}

/* The record that bytes can be added to, as long as it is the last one of its stream. */
struct tail {
  const struct culprit_segment_header* window;
  uint64_t end; /* of the record */
  uint32_t* record;
  uint32_t room;
};
static __thread struct tail tail;
/* The byte that was given back, and stands in no record yet. */
static __thread struct {
  uint32_t is_there, number;
  char byte;
} given_back;

static int is_last(const struct culprit_stream* stream) {
  return tail.record && tail.window == stream->window &&
         __atomic_load_n(&stream->window->committed, __ATOMIC_RELAXED) == tail.end;
}

/* Single bytes that follow each other share a record, whose room doubles as long as that goes on. */
static void transfer(struct culprit_stream* stream, enum culprit_extended sub, uint32_t number,
                     uint64_t offset, const void* bytes, size_t length) {
  int follows = is_last(stream);
  if (follows && culprit_transfer_more(tail.record, tail.room, sub, number, offset, bytes, length)) return;
  if (length > LONGEST_ROOM / 2) {
    tail.record = NULL;
    culprit_transfer(stream, sub, number, 0, offset, bytes, length);
    return;
  }
  uint32_t room = follows && tail.room < LONGEST_ROOM ? tail.room * 2 : follows ? LONGEST_ROOM : 4;
  if (room < length) room = (uint32_t)length;
  tail.room = (room + 3) & ~3u;
  tail.record = culprit_transfer_with_room(stream, sub, number, offset, bytes, (uint32_t)length, tail.room);
  tail.window = stream->window;
  tail.end = __atomic_load_n(&stream->window->committed, __ATOMIC_RELAXED);
}

void culprit_log_given_back(struct culprit_thread* thread) {
  culprit_set_care(thread, thread->care & ~(uint32_t)CULPRIT_CARE_GIVEN_BACK);
  if (!given_back.is_there) return;
  given_back.is_there = 0;
  culprit_unread(thread->stream, given_back.number, &given_back.byte, 1);
}

static void advance(struct file* file, int is_at, uint64_t length) {
  if (!is_at && file->position != CULPRIT_NO_OFFSET) file->position += length;
}

static void consume(struct culprit_thread* thread, int descriptor, int is_at, uint64_t offset,
                    const char* from, size_t length) {
  struct file* file = length ? file_of(thread, descriptor) : NULL;
  if (!file) return;
  if (!is_at && given_back.is_there && given_back.number == file->number && *from == given_back.byte) {
    given_back.is_there = 0;
    advance(file, 0, 1);
    from++;
    length--;
  }
  culprit_log_given_back(thread);
  if (length)
    transfer(thread->stream, CULPRIT_EXTENDED_INPUT, file->number, is_at ? offset : file->position, from,
             length);
  advance(file, is_at, length);
}
void culprit_consumed_now(struct culprit_thread* thread, int descriptor, const void* bytes, size_t length) {
  consume(thread, descriptor, 0, 0, (const char*)bytes, length);
}
void culprit_consumed(int descriptor, const void* bytes, size_t length) {
  struct culprit_thread* thread = logging_thread();
  if (!thread) return;
  culprit_occupy(thread);
  consume(thread, descriptor, 0, 0, (const char*)bytes, length);
  thread->busy--;
}
void culprit_consumed_at(int descriptor, uint64_t offset, const void* bytes, size_t length) {
  struct culprit_thread* thread = logging_thread();
  if (!thread) return;
  culprit_occupy(thread);
  consume(thread, descriptor, 1, offset, (const char*)bytes, length);
  thread->busy--;
}

void culprit_consumed_end(int descriptor) {
  struct culprit_thread* thread = logging_thread();
  if (!thread) return;
  culprit_occupy(thread);
  struct file* file = file_of(thread, descriptor);
  culprit_log_given_back(thread);
  if (file) culprit_file_event(thread->stream, CULPRIT_EXTENDED_INPUT_END, file->number);
  thread->busy--;
}

static void move_back(struct file* file, uint64_t length) {
  if (file->position != CULPRIT_NO_OFFSET)
    file->position -= length < file->position ? length : file->position;
}
void culprit_gave_back(int descriptor, char byte) {
  struct culprit_thread* thread = logging_thread();
  if (!thread) return;
  culprit_occupy(thread);
  struct file* file = file_of(thread, descriptor);
  culprit_log_given_back(thread);
  if (file) {
    given_back.is_there = 1;
    given_back.number = file->number;
    given_back.byte = byte;
    culprit_set_care(thread, thread->care | CULPRIT_CARE_GIVEN_BACK);
    move_back(file, 1);
  }
  thread->busy--;
}
void culprit_gave_back_now(struct culprit_thread* thread, int descriptor, const void* bytes, size_t length) {
  enum { MOST_AT_ONCE = 4096 };
  struct file* file = file_of(thread, descriptor);
  culprit_log_given_back(thread);
  if (!file) return;
  /* The last one first, as they were given back. */
  for (const char* end = (const char*)bytes + length; length;) {
    size_t now = length < MOST_AT_ONCE ? length : MOST_AT_ONCE;
    end -= now;
    length -= now;
    culprit_unread(thread->stream, file->number, end, (uint32_t)now);
    move_back(file, now);
  }
}

static void write_out(struct culprit_thread* thread, int descriptor, int is_at, uint64_t offset,
                      const void* text, size_t length) {
  struct file* file = length ? file_of(thread, descriptor) : NULL;
  if (!file) return;
  if (file->number == CULPRIT_FILE_OUTPUT || file->number == CULPRIT_FILE_ERROR) {
    culprit_output(thread->stream, (uint8_t)(file->number - CULPRIT_FILE_INPUT), text, length);
  } else {
    transfer(thread->stream, CULPRIT_EXTENDED_OUTPUT_FILE, file->number, is_at ? offset : file->position,
             text, length);
  }
  advance(file, is_at, length);
}
void culprit_wrote_now(struct culprit_thread* thread, int descriptor, const void* text, size_t length) {
  write_out(thread, descriptor, 0, 0, text, length);
}
void culprit_wrote_output(int descriptor, const void* text, size_t length) {
  struct culprit_thread* thread = logging_thread();
  if (!thread) return;
  culprit_occupy(thread);
  write_out(thread, descriptor, 0, 0, text, length);
  thread->busy--;
}
void culprit_wrote_output_at(int descriptor, uint64_t offset, const void* text, size_t length) {
  struct culprit_thread* thread = logging_thread();
  if (!thread) return;
  culprit_occupy(thread);
  write_out(thread, descriptor, 1, offset, text, length);
  thread->busy--;
}
int culprit_is_logging(void) {
  return logging_thread() != NULL;
}

void culprit_forget_files(void) {
  epoch++;
  last_number = 0;
  given_back.is_there = 0;
  tail.record = NULL;
}

void culprit_log_asked(enum culprit_asked_of what, const char* name, const void* answer, size_t length) {
  struct culprit_thread* thread = logging_thread();
  if (!thread) return;
  int saved = errno;
  culprit_occupy(thread);
  culprit_asked(thread->stream, what, name, answer, length);
  thread->busy--;
  errno = saved;
}
