/* Threads take turns, so that every run of a program goes the same way. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A thread, from its creation on. All lie on pages that the program's variables do not border. */
struct turn;

/* Memory for this many threads; zeros. */
size_t culprit_turns_size(uint32_t threads);
/* From now on; of the first thread, before it starts another. */
void culprit_turns_begin(void* memory, uint32_t threads);
/* One that is about to be started; NULL if there is no room. */
struct turn* culprit_turn_new(void);
/* It has been started, as this; its first turn comes when all that can go on now have had theirs. Or it was not, after all. */
void culprit_turn_started(struct turn* turn, uintptr_t thread);
void culprit_turn_unused(struct turn* turn);
/* In the new thread, before anything else: waits for its first turn. */
void culprit_turn_begins(struct turn* turn);
