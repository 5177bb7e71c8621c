/* The files of the process: which one a descriptor stands for, and records of what goes through it. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "src/trace/format.h"

struct culprit_thread;

/* A stream over memory has no descriptor, and gets a number behind those of all descriptors. */
enum { CULPRIT_NO_DESCRIPTOR = -1 };
int culprit_descriptor_of(FILE* stream);
void culprit_opened_memory(FILE* stream);
void culprit_closed_memory(FILE* stream);

/* A descriptor now stands for another file. `flags` are culprit_file_flag; a file that could not be opened has the
 * descriptor -1. */
void culprit_opened_file(int descriptor, uint32_t flags, const char* path);
/* ... for the one that another stands for, too. */
void culprit_shared_file(int descriptor, int other);
void culprit_closed_file(int descriptor);
/* Where in its file the next byte comes from, or goes to. */
void culprit_moved_in_file(int descriptor, uint64_t offset);
/* In the child of a fork: its trace has no files yet. */
void culprit_forget_files(void);

/* The program consumed bytes; was told that there are no more; gave one back. */
void culprit_consumed(int descriptor, const void* bytes, size_t length);
/* At a place of its own, which leaves the file's position alone. */
void culprit_consumed_at(int descriptor, uint64_t offset, const void* bytes, size_t length);
void culprit_consumed_end(int descriptor);
/* Logged only when a node begins or ends: what peeks at every byte would fill the log. */
void culprit_gave_back(int descriptor, char byte);
/* Text was written, to standard output and error too. */
void culprit_wrote_output(int descriptor, const void* text, size_t length);
void culprit_wrote_output_at(int descriptor, uint64_t offset, const void* text, size_t length);
/* Whether any of these would log something. */
int culprit_is_logging(void);

/* The same within the runtime. Precondition: busy. */
void culprit_consumed_now(struct culprit_thread* thread, int descriptor, const void* bytes, size_t length);
void culprit_gave_back_now(struct culprit_thread* thread, int descriptor, const void* bytes, size_t length);
void culprit_wrote_now(struct culprit_thread* thread, int descriptor, const void* text, size_t length);
void culprit_log_given_back(struct culprit_thread* thread);

/* While it is not 0, what this thread reads and writes is logged by who called for it. */
extern __thread uint32_t culprit_quiet __attribute__((visibility("hidden"), tls_model("initial-exec")));

/* The program asked its surroundings. */
void culprit_log_asked(enum culprit_asked_of what, const char* name, const void* answer, size_t length);
