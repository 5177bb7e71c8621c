/* Calls to code that is not recorded. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct culprit_thread;

/* Foreign code under way has allocated a block: if it is still there when that returns, its contents are logged. */
void culprit_foreign_allocated(struct culprit_thread* thread, uint64_t address, size_t size);
/* Control is in `frame`: the foreign calls that were made below it are over, and so are its own if `own`. */
void culprit_end_foreign(struct culprit_thread* thread, uint64_t frame, int own);
void culprit_free_foreign(struct culprit_thread* thread);
