/* What a piece of memory holds, into the trace; and reading memory that may not be there. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct culprit_stream;

/* Logs `length` bytes that lie at `bytes` as the contents of `address`; longer runs of zeros as FILL. */
void culprit_log_contents(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                          const void* bytes, uint64_t length);
/* The same for memory that may be unmapped, or end before its length: its pages that can be read are logged. */
void culprit_log_mapped(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                        uint64_t length);
/* The same for memory of the program's own. */
void culprit_log_own(struct culprit_stream* stream, uint32_t flags, uint32_t line, uint64_t address,
                     uint64_t length);
/* protection.c: the program has made memory unreadable, perhaps in the middle of its blocks. */
extern int culprit_has_closed_memory __attribute__((visibility("hidden")));
/* Copies from an address of this process; gives how many bytes could be read. Never a fault. */
size_t culprit_read_memory(void* to, uint64_t from, size_t length);
/* How many of the bytes can be read, in whole pages, as far as a few of them tell: one call of the system if all can. */
uint64_t culprit_readable(uint64_t address, uint64_t length);
