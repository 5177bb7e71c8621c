/* Which heap blocks are live: one bit for each 16 bytes of address space, set where a block begins. Two levels, so that
 * only what is used takes memory: 1/128 of the heap. No lock, a few instructions. */
#pragma once

#include <stddef.h>
#include <stdint.h>

void culprit_heap_mark(uint64_t address);
/* Gives whether it was marked. */
int culprit_heap_unmark(uint64_t address);
int culprit_heap_is_block(uint64_t address);
/* The start of the live block that the address lies in, 0 if none is near; its size goes to `size`. */
uint64_t culprit_heap_block_of(uint64_t address, size_t* size);
/* As culprit_heap_block_of, for an address that is the start of one. Asks malloc; the block must be live. */
size_t culprit_heap_size(uint64_t address);
/* All live blocks, in the order of their addresses; for when nothing else runs. */
void culprit_heap_for_each(void (*visit)(uint64_t address, size_t size, void* argument), void* argument);
