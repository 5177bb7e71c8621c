/* Signal handlers. */
#pragma once

#include <stdint.h>

struct culprit_thread;

/* Control is in this frame: handlers with streams of their own that were called below it have been left by a jump. */
void culprit_leave_signals(struct culprit_thread* thread, uint64_t frame);
/* The thread ends: so do the streams of its handlers. */
void culprit_close_signals(void);
/* In the child of a fork: they are the parent's. */
void culprit_forget_signals(void);
/* thread.c: a state without a stream, for a handler; its stream will be one of a handler, below the interrupted one. */
void culprit_set_apart(struct culprit_thread* thread, const struct culprit_thread* interrupted);
