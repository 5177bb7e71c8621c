#define _GNU_SOURCE
#include "recorders/cxx/runtime/heap.h"

#include <malloc.h>
#include <sys/mman.h>

#include "recorders/cxx/runtime/pages.h"

/* A region is 4 GiB of addresses: its bitmap is 32 MiB, of which only touched pages exist. */
enum { REGION_BITS = 32, REGIONS = 1 << (47 - REGION_BITS), WORDS = 1 << (REGION_BITS - 4 - 6) };
static uint64_t* regions[REGIONS];
/* Below the first block that a region ever had there is none to look for: a program's variables lie there. */
static uint64_t first_blocks[REGIONS];

static uint64_t* region_of(uint64_t address) {
  return address >> 47 ? NULL : __atomic_load_n(&regions[address >> REGION_BITS], __ATOMIC_ACQUIRE);
}
static uint64_t index_of(uint64_t address) {
  return (address & (((uint64_t)1 << REGION_BITS) - 1)) >> 4;
}

static uint64_t* make_region(uint64_t address) {
  uint64_t* made = (uint64_t*)culprit_pages((size_t)WORDS * 8);
  uint64_t* none = NULL;
  if (!made) return NULL;
  if (__atomic_compare_exchange_n(&regions[address >> REGION_BITS], &none, made, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return made;
  culprit_pages_free(made, (size_t)WORDS * 8);
  return none;
}

void culprit_heap_mark(uint64_t address) {
  if (address >> 47 || address & 15) return;
  uint64_t* region = region_of(address);
  if (!region) region = make_region(address);
  uint64_t i = index_of(address);
  uint64_t* first = &first_blocks[address >> REGION_BITS];
  uint64_t known = __atomic_load_n(first, __ATOMIC_RELAXED);
  while ((!known || address < known) &&
         !__atomic_compare_exchange_n(first, &known, address, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
  if (region) __atomic_fetch_or(&region[i / 64], (uint64_t)1 << i % 64, __ATOMIC_RELAXED);
}

int culprit_heap_unmark(uint64_t address) {
  uint64_t* region = region_of(address);
  if (!region || address & 15) return 0;
  uint64_t i = index_of(address), bit = (uint64_t)1 << i % 64;
  if (!(__atomic_load_n(&region[i / 64], __ATOMIC_RELAXED) & bit)) return 0;
  return (__atomic_fetch_and(&region[i / 64], ~bit, __ATOMIC_RELAXED) & bit) != 0;
}

int culprit_heap_is_block(uint64_t address) {
  const uint64_t* region = region_of(address);
  uint64_t i = index_of(address);
  return region && !(address & 15) && (__atomic_load_n(&region[i / 64], __ATOMIC_RELAXED) >> i % 64 & 1);
}

size_t culprit_heap_size(uint64_t address) {
  return malloc_usable_size((void*)address);
}

/* Looks back through at most 1 MiB of the heap: bits of blocks are sparse in large ones. */
uint64_t culprit_heap_block_of(uint64_t address, size_t* size) {
  const uint64_t* region = region_of(address);
  if (!region || address < __atomic_load_n(&first_blocks[address >> REGION_BITS], __ATOMIC_RELAXED)) return 0;
  uint64_t i = index_of(address), word = i / 64;
  uint64_t bits = __atomic_load_n(&region[word], __ATOMIC_RELAXED) & (~(uint64_t)0 >> (63 - i % 64));
  for (uint64_t steps = 0; !bits && word && steps < 1024; steps++)
    bits = __atomic_load_n(&region[--word], __ATOMIC_RELAXED);
  if (!bits) return 0;
  uint64_t high = address >> REGION_BITS << REGION_BITS;
  uint64_t start = high + ((word * 64 + 63 - (uint64_t)__builtin_clzll(bits)) << 4);
  *size = culprit_heap_size(start);
  return address - start < *size ? start : 0;
}

/* The bitmap is mostly pages that were never touched: those are asked for, not read. */
static void visit_region(uint64_t region, void (*visit)(uint64_t, size_t, void*), void* argument) {
  const uint64_t* bits = regions[region];
  for (uint64_t page = 0; page < WORDS / 512; page++) {
    unsigned char resident = 1;
    if (mincore((void*)(bits + page * 512), 4096, &resident) == 0 && !(resident & 1)) continue;
    for (uint64_t word = page * 512; word < (page + 1) * 512; word++) {
      for (uint64_t left = bits[word]; left; left &= left - 1) {
        uint64_t address = (region << REGION_BITS) + ((word * 64 + (uint64_t)__builtin_ctzll(left)) << 4);
        visit(address, culprit_heap_size(address), argument);
      }
    }
  }
}

void culprit_heap_for_each(void (*visit)(uint64_t address, size_t size, void* argument), void* argument) {
  for (uint64_t region = 0; region < REGIONS; region++)
    if (regions[region]) visit_region(region, visit, argument);
}
