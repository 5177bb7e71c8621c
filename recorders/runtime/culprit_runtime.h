/* The trace writer that lives inside recorded programs. docs/format.md says what it writes.
 *
 * It never harms its host: it never prints, exits, throws or raises a signal, keeps errno, is no cancellation
 * point, and on any failure (disk full, file size limit, no memory, closed descriptors) stops recording, says
 * so in the trace's header, and becomes a set of cheap no-ops. Every function takes NULL for a trace, which
 * records nothing.
 *
 * Threads: a stream belongs to one thread. Definitions (strings, types, functions...) take a lock: call them
 * from anywhere but a signal handler. Opening, closing and using a stream is safe in a signal handler. fork:
 * the child shares the parent's windows and must not write to them: call culprit_trace_abandon first
 * (pthread_atfork), then create a trace of its own if it is to be recorded. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "recorders/runtime/culprit_record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All zero except `path` is a fine choice. Texts are copied. */
struct culprit_options {
  const char* path;      /* replaced if it is a regular file */
  int exclusive;         /* do not replace it: fail with EEXIST */
  uint32_t segment_size; /* a multiple of 4096 up to 16 MiB; 0: CULPRIT_SEGMENT_SIZE */
  uint64_t max_bytes;    /* recording stops when the file would grow past this; 0: no limit */
  const char* producer;
  const char* program;
  const char* const* arguments; /* without the program */
  size_t argument_count;
  const char* directory;
  const char* language;
};

/* NULL on failure, with errno set. */
struct culprit_trace* culprit_trace_create(const struct culprit_options* options);
/* Ends the recording in order. Streams still open keep what they have; they belong to running threads, and
 * are left unsealed. The trace must not be used afterwards. */
void culprit_trace_close(struct culprit_trace* trace);
/* In the child of a fork: lets go of the file without touching it. The trace and its streams stay valid and record
 * nothing in this process; closing the trace then frees them. */
void culprit_trace_abandon(struct culprit_trace* trace);
/* Gives up: marks the trace as stopped. Streams record on until their windows are full. */
void culprit_trace_stop(struct culprit_trace* trace, enum culprit_stop_reason reason);
int culprit_trace_is_recording(const struct culprit_trace* trace);

/* The number of a stream that is opened later, so that a thread's parent can name it in culprit_spawn. */
uint32_t culprit_stream_reserve(struct culprit_trace* trace);
/* A stream for the calling thread; `id` from culprit_stream_reserve, or 0; `parent` is the stream of the
 * thread that started it, or 0; `flags` of enum culprit_thread_flag. Never NULL. */
struct culprit_stream* culprit_stream_open(struct culprit_trace* trace, uint32_t id, uint32_t parent,
                                           uint32_t flags);
/* Says that the thread ended, and seals what is left. The stream must not be used afterwards. */
void culprit_stream_close(struct culprit_stream* stream);

/* The less frequent records; those in culprit_record.h are inline. Lines are relative (format.h), 0 if not
 * known. */
void culprit_block(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                   const void* bytes, uint64_t length);
void culprit_fill(struct culprit_stream* stream, uint8_t byte, uint32_t line, uint64_t address,
                  uint64_t length);
void culprit_allocate(struct culprit_stream* stream, enum culprit_memory what, uint32_t line,
                      uint64_t address, uint64_t size);
void culprit_free(struct culprit_stream* stream, enum culprit_memory what, uint32_t line, uint64_t address);
void culprit_output(struct culprit_stream* stream, uint8_t descriptor, const void* bytes, uint64_t length);
/* The `calls` innermost calls end without result; `frame` is the frame address of the call that is then
 * innermost. */
void culprit_unwind(struct culprit_stream* stream, uint64_t frame, uint32_t calls,
                    enum culprit_unwind_cause cause, uint32_t type, uint64_t address);
void culprit_spawn(struct culprit_stream* stream, uint32_t child);
void culprit_process(struct culprit_stream* stream, uint64_t process, enum culprit_process how);
/* `sub` is CULPRIT_EXTENDED_THROW or CULPRIT_EXTENDED_CATCH. */
void culprit_exception(struct culprit_stream* stream, enum culprit_extended sub, uint32_t type, uint32_t line,
                       uint64_t address);
/* What memory really holds, for the self-check. */
void culprit_check(struct culprit_stream* stream, uint64_t address, const void* bytes, uint64_t length);
/* Bytes that are changed without a record from now on, until the next one of them; for the self-check. */
void culprit_unlogged(struct culprit_stream* stream, uint64_t address, uint32_t length);
/* Takes the next global sequence number: what follows comes after everything that carries a lower one. */
uint64_t culprit_sequence(struct culprit_stream* stream);
/* The absolute source line of the next record, for lines that do not fit it; pass line 0 there. */
void culprit_line(struct culprit_stream* stream, uint32_t line);
/* How the loop was left that the next record, a LOOP_END with so many words, ends. `line` is relative. */
void culprit_loop_exit(struct culprit_stream* stream, enum culprit_loop_exit how, uint32_t line,
                       uint32_t words);
void culprit_lost(struct culprit_stream* stream, uint64_t records);

/* What a call used and did beside memory (record_used.c). */
enum { CULPRIT_LONGEST_PATH = 3072 }; /* of a file; the rest is left out */
/* A read with the bytes that were found; more than a record holds become several. */
void culprit_read_value(struct culprit_stream* stream, uint64_t address, const void* bytes, uint64_t length);
void culprit_opened(struct culprit_stream* stream, uint32_t file, int32_t descriptor,
                    enum culprit_file_kind kind, uint32_t flags, const char* path);
/* `sub` is CULPRIT_EXTENDED_INPUT or CULPRIT_EXTENDED_OUTPUT_FILE. */
void culprit_transfer(struct culprit_stream* stream, enum culprit_extended sub, uint32_t file, uint32_t line,
                      uint64_t offset, const void* bytes, uint64_t length);
/* A transfer of a few bytes, with room for more of them as long as the record is the last of its stream; NULL if there is no
 * room for it. Precondition: length <= room. */
uint32_t* culprit_transfer_with_room(struct culprit_stream* stream, enum culprit_extended sub, uint32_t file,
                                     uint64_t offset, const void* bytes, uint32_t length, uint32_t room);
/* Adds bytes to such a record; 0 if they do not follow what it has, or do not fit. */
int culprit_transfer_more(uint32_t* record, uint32_t room, enum culprit_extended sub, uint32_t file,
                          uint64_t offset, const void* bytes, uint64_t length);
/* At most a few bytes. */
void culprit_unread(struct culprit_stream* stream, uint32_t file, const void* bytes, uint32_t length);
/* `sub` is CULPRIT_EXTENDED_CLOSED or CULPRIT_EXTENDED_INPUT_END. */
void culprit_file_event(struct culprit_stream* stream, enum culprit_extended sub, uint32_t file);
/* Names and answers of more than a quarter of a segment are cut. */
void culprit_asked(struct culprit_stream* stream, enum culprit_asked_of what, const char* name,
                   const void* answer, uint64_t length);
/* The next record, a LEAVE without words, has no value because none was made. */
void culprit_no_value(struct culprit_stream* stream);
/* Variable arguments of the next record, an ENTER with so many words: of each its type, its words and these, back to back. */
void culprit_varargs(struct culprit_stream* stream, uint32_t count, const uint32_t* words, uint32_t length,
                     uint32_t enter_words);
/* On which line of its caller (relative, not 0) the call stands that the next record begins, an ENTER with so many words. Between the two
 * there may be a VARARGS of `varargs_length`. */
void culprit_call_line(struct culprit_stream* stream, uint32_t line, uint32_t enter_words,
                       uint32_t varargs_length);

/* One more fact about the trace as a whole; nothing if `text` is NULL. */
void culprit_define_meta(struct culprit_trace* trace, enum culprit_meta key, const char* text);
/* Definitions give the new id, or 0 if there is none. `id` is 0, or one from culprit_reserve_ids. */
uint32_t culprit_reserve_ids(struct culprit_trace* trace, enum culprit_table table, uint32_t count);
uint32_t culprit_define_string(struct culprit_trace* trace, const char* bytes, size_t length);
/* As culprit_define_string, but equal strings get one id. */
uint32_t culprit_intern(struct culprit_trace* trace, const char* bytes, size_t length);
uint32_t culprit_define_file(struct culprit_trace* trace, const struct culprit_source_file* file);
uint32_t culprit_define_type(struct culprit_trace* trace, const struct culprit_type* type,
                             const struct culprit_member* members);
uint32_t culprit_define_function(struct culprit_trace* trace, const struct culprit_function* function,
                                 const struct culprit_parameter* parameters, const uint32_t* globals);
uint32_t culprit_define_global(struct culprit_trace* trace, const struct culprit_global* global);
void culprit_define_loop(struct culprit_trace* trace, const struct culprit_loop_row* loop);
void culprit_define_arc(struct culprit_trace* trace, const struct culprit_dependency* arc);
void culprit_define_call_site(struct culprit_trace* trace, const struct culprit_call_site* site);
void culprit_define_container(struct culprit_trace* trace, const struct culprit_container* container);

#ifdef __cplusplus
}
#endif
