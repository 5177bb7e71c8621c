/* std::filebuf objects, known by the part that stands for the file (std::__basic_file). */
#pragma once

#include <stddef.h>

/* One has been opened, or is used for the first time. */
void culprit_watch_buffer(const void* file);
void culprit_unwatch_buffer(const void* file);
/* Its code is about to read the file, or has done so. */
void culprit_buffer_reads(const void* file);
void culprit_buffer_has_read(const void* file, const void* to, long got);
/* ... to write; `is_own`: what is written lay in its buffer. */
void culprit_buffer_writes(const void* file);
int culprit_buffer_has_written(const void* file, const void* from);
/* The bytes went past its buffer. */
void culprit_buffer_passed(const void* file, const void* from, long length);
/* It goes to another place in the file. */
void culprit_buffer_seeks(const void* file, int is_elsewhere);

/* Before a lock is released: what was put into streams that threads share. */
void culprit_release_streams(void);
