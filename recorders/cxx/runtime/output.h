/* Text that goes to standard output and error. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct culprit_thread;

/* Text was written to a descriptor; nothing unless it is 1 or 2. */
void culprit_wrote_output(int descriptor, const void* text, size_t length);
/* What C++ streams hold in their buffers and was not logged yet. Precondition: busy. */
void culprit_log_stream_output(struct culprit_thread* thread);
/* How much of a piece that is written to a descriptor was logged when it was put into a stream's buffer. */
size_t culprit_logged_in_buffer(int descriptor, const void* text, size_t length);
