/* What the runtime's own files share. Nothing here is for recorders. */
#pragma once

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "recorders/runtime/culprit_runtime.h"

enum { CULPRIT_TABLE_KINDS = CULPRIT_TABLE_CONTAINER };
enum { CULPRIT_PAST_BUDGET = ECANCELED }; /* an error number that no call used here gives */

/* One interned string: its place in the open-addressing table is by hash; bytes are kept to compare. */
struct culprit_interned {
  uint64_t hash;
  char* bytes;
  size_t length;
  uint32_t id;
};

/* Bytes of interned strings, on pages: a definition may be made in a signal handler that interrupted malloc. */
struct culprit_chunk {
  struct culprit_chunk* next;
  size_t size, used; /* this head included */
};

/* In pages of its own, like streams: freeing it must be safe in a signal handler. */
struct culprit_trace {
  struct culprit_file_header* header; /* mapped */
  int fd;
  dev_t device; /* of the file, to notice that the host closed or reused our descriptor */
  ino_t inode;
  char path[PATH_MAX]; /* absolute */
  uint32_t segment_size;
  uint64_t max_bytes;
  uint32_t ended;   /* atomic: stopped, closed or abandoned; nothing more is allocated */
  uint32_t holders; /* atomic: the trace itself until it is closed, and every open stream but the tables */
  uint32_t last_stream;           /* atomic */
  uint64_t sequence;              /* atomic */
  struct culprit_stream* streams; /* atomic; only ever grows, rows are reused */

  pthread_mutex_t lock; /* guards what follows */
  struct culprit_stream* tables;
  uint32_t last_id[CULPRIT_TABLE_KINDS];
  struct culprit_interned* interned;
  size_t interned_slots;
  size_t interned_used;
  struct culprit_chunk* chunks; /* where their bytes are */
};

/* file.c: raw system calls, which are no cancellation points. All give 0 or an errno. */
int culprit_file_create(struct culprit_trace* trace, const char* path, int exclusive);
/* Finds the descriptor again if the host closed it. */
int culprit_file_check(struct culprit_trace* trace);
int culprit_file_write(struct culprit_trace* trace, const void* bytes, uint64_t length, uint64_t offset);
/* A fresh segment at the end of the file: zeros, with disk space of its own. */
int culprit_file_allocate(struct culprit_trace* trace, uint64_t* offset);
int culprit_file_map(struct culprit_trace* trace, uint64_t offset, uint64_t length, void** mapped);
/* Gives the disk space of an unused part back; failing does no harm. */
void culprit_file_punch(struct culprit_trace* trace, uint64_t offset, uint64_t length);
void culprit_file_close(struct culprit_trace* trace);

/* Copies the host's memory. By its usual name this may be a checker's version (-fsanitize=address), which objects to bytes
 * between the host's objects. */
void* culprit_copy(void* to, const void* from, size_t length) __asm__("mempcpy");

/* stream.c */
/* The stream that stands in when there is none: no room, never recording. */
struct culprit_stream* culprit_dead_stream(void);
/* Opens stream `id` without a first record. */
struct culprit_stream* culprit_stream_begin(struct culprit_trace* trace, uint32_t id);
/* Seals the window and lets go of it. */
void culprit_stream_finish(struct culprit_stream* stream);
/* Lets go of a window without touching it. */
void culprit_stream_drop(struct culprit_stream* stream);
/* The same, but there is still memory where it was: a handler that forks may have interrupted whoever writes to it. */
void culprit_stream_abandon(struct culprit_stream* stream);
void culprit_fail(struct culprit_trace* trace, int error);

/* record.c */
/* The head of an EXTENDED record with so many words behind it, which are to be filled and committed; NULL if there is no room. */
uint32_t* culprit_extended(struct culprit_stream* stream, enum culprit_extended sub, uint32_t words);
/* The next piece of `left` bytes behind a record head of `head_bytes`: what the window still takes, or all of
 * a fresh one. Pieces shorter than 64 bytes are not worth a head of their own. */
uint64_t culprit_piece(const struct culprit_stream* stream, uint64_t head_bytes, uint64_t left);
/* Copies `length` bytes and pads them with zeros; gives the end. */
uint32_t* culprit_put_bytes(uint32_t* at, const void* bytes, uint64_t length);

/* trace.c: the last holder that lets go frees the trace. */
void culprit_trace_let_go(struct culprit_trace* trace);

/* intern.c */
/* Precondition: locked, or nobody else is there. */
void culprit_interned_free(struct culprit_trace* trace);
