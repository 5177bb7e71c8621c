/* Another opinion of what a program reads: clang's own coverage of loads, which knows nothing of the recorder, calls these.
 * Each load of memory that can be written is a line on standard error, and so, through the recorder's wrapper, a record of the
 * innermost call in the trace: "@address size". Not compiled for recording. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_RANGES = 256 };
static struct {
  uint64_t low, high;
} constant[MOST_RANGES];
static int constants = -1;

static void find_constants(void) {
  char line[512];
  constants = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps && constants < MOST_RANGES && fgets(line, sizeof line, maps)) {
    unsigned long low, high;
    char rights[8];
    if (sscanf(line, "%lx-%lx %7s", &low, &high, rights) != 3 || rights[1] == 'w') continue;
    constant[constants].low = low;
    constant[constants++].high = high;
  }
  if (maps) fclose(maps);
}

static void tell(const void* address, unsigned size) {
  char line[64];
  if (constants < 0) find_constants();
  for (int i = 0; i < constants; i++)
    if ((uint64_t)address - constant[i].low < constant[i].high - constant[i].low) return;
  int n = snprintf(line, sizeof line, "@%lx %u\n", (unsigned long)address, size);
  if (write(2, line, (size_t)n) != n) _exit(99);
}
void __sanitizer_cov_load1(uint8_t* address) {
  tell(address, 1);
}
void __sanitizer_cov_load2(uint16_t* address) {
  tell(address, 2);
}
void __sanitizer_cov_load4(uint32_t* address) {
  tell(address, 4);
}
void __sanitizer_cov_load8(uint64_t* address) {
  tell(address, 8);
}
void __sanitizer_cov_load16(void* address) {
  tell(address, 16);
}
