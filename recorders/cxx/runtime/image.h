/* What memory holds before the program's first instruction. */
#pragma once

#include <stdint.h>

struct culprit_stream;

/* Logs the program's own segments, its arguments and its environment. */
void culprit_log_image(void);
/* Logs the segments of the loaded object that this address lies in, unless that was done already. */
void culprit_log_object(const void* address);
/* The object is unloaded. Precondition: definitions are locked. */
void culprit_drop_object(const void* address);
/* The calling thread's own copies of thread_local variables. */
void culprit_log_thread_data(struct culprit_stream* stream);
enum culprit_place { CULPRIT_PLACE_UNKNOWN, CULPRIT_PLACE_CONSTANT, CULPRIT_PLACE_WRITABLE };
/* Where an address is in a logged object; `end` of its writable part. What lies in any other object counts as constant.
 */
enum culprit_place culprit_static_at(uint64_t address, uint64_t* end);
/* Whether it lies in the part of a logged object that nobody can write. Cheaper than the above. */
int culprit_is_constant(uint64_t address);
void culprit_forget_objects(void);
