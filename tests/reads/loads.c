/* Linked with a recorded program in which clang's own instrumentation (-fsanitize-coverage=trace-loads) reports every load: the reports
 * stand in the trace, in order with everything else, as writes of address and size (8 bits, above) to an address that nothing has. */
#define _GNU_SOURCE
#include <ctype.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
enum { REPORTED_AT = 0x1000, MOST_PIECES = 256 };

void culprit_cxx_write8(void* address, uint64_t value, uint32_t line);
enum { CULPRIT_CXX_TOP = 8, CULPRIT_CXX_LINE = -10 }; /* as in recorders/cxx/abi.h */

/* What nobody writes: segments that are not writable, and those that are no longer once the loader is done. */
static struct {
  uint64_t low, high;
} constant[MOST_PIECES];
static int constants;

static int look_at(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  for (int i = 0; i < info->dlpi_phnum && constants < MOST_PIECES; i++) {
    const ElfW(Phdr)* part = &info->dlpi_phdr[i];
    int is_constant = (part->p_type == PT_LOAD && !(part->p_flags & PF_W)) || part->p_type == PT_GNU_RELRO;
    if (!is_constant) continue;
    constant[constants].low = info->dlpi_addr + part->p_vaddr;
    constant[constants++].high = info->dlpi_addr + part->p_vaddr + part->p_memsz;
  }
  return 0;
}
__attribute__((constructor(101))) static void find_constants(void) {
  dl_iterate_phdr(look_at, NULL);
}

/* The C library's pointers to its tables of characters are no variables of the program. */
static int is_of_library(uint64_t address) {
  return address == (uint64_t)__ctype_b_loc() || address == (uint64_t)__ctype_tolower_loc() ||
         address == (uint64_t)__ctype_toupper_loc();
}

/* Where recorded code asks the runtime for lines (struct culprit_open of the runtime): no variables of the program either. */
extern __thread char culprit_thread[];
static int is_of_recorder(uint64_t address) {
  const char* top;
  memcpy(&top, culprit_thread + CULPRIT_CXX_TOP, sizeof top);
  return address == (uint64_t)(culprit_thread + CULPRIT_CXX_TOP) ||
         address == (uint64_t)(top + CULPRIT_CXX_LINE);
}

static void report(uint64_t address, uint64_t size) {
  for (int i = 0; i < constants; i++)
    if (address - constant[i].low < constant[i].high - constant[i].low) return;
  if (constants && !is_of_library(address) && !is_of_recorder(address))
    culprit_cxx_write8((void*)REPORTED_AT, address | size << 56, 0);
}
EXPORT void __sanitizer_cov_load1(const void* address) {
  report((uint64_t)address, 1);
}
EXPORT void __sanitizer_cov_load2(const void* address) {
  report((uint64_t)address, 2);
}
EXPORT void __sanitizer_cov_load4(const void* address) {
  report((uint64_t)address, 4);
}
EXPORT void __sanitizer_cov_load8(const void* address) {
  report((uint64_t)address, 8);
}
EXPORT void __sanitizer_cov_load16(const void* address) {
  report((uint64_t)address, 16);
}
EXPORT void __sanitizer_cov_trace_pc_guard(uint32_t* guard) {
  (void)guard;
}
EXPORT void __sanitizer_cov_trace_pc_guard_init(uint32_t* from, uint32_t* to) {
  (void)from;
  (void)to;
}
