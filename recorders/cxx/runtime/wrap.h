/* Wrappers of library functions that write memory: recorded code calls culprit_wrap_NAME instead of NAME, which does the
 * same and logs what was written. recorders/cxx/known_functions.def lists them. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "recorders/cxx/runtime/runtime.h"

#define WRAP(type, name, parameters) CULPRIT_EXPORT type culprit_wrap_##name parameters

/* A function of libstdc++, which a process need not have. */
#ifdef CULPRIT_STATIC
#define IN_LIBSTDCXX
#else
#define IN_LIBSTDCXX __attribute__((weak))
#endif

/* A word was read; the self-check wants its value, too. */
static inline void culprit_was_read(const void* address, size_t length) {
  if (culprit_checks) {
    culprit_cxx_readn(address, length);
  } else if (length == 8) {
    culprit_cxx_read8(address);
  } else {
    culprit_cxx_read4(address);
  }
}
/* So many bytes were written there. */
static inline void culprit_wrote(const void* address, size_t length) {
  if (address && length) culprit_cxx_block((void*)address, length, culprit_told_line());
}
/* A pointer or another word of 8 bytes. */
static inline void culprit_wrote8(void* address) {
  uint64_t value;
  if (!address) return;
  memcpy(&value, address, 8);
  culprit_cxx_write8(address, value, culprit_told_line());
}
static inline void culprit_wrote4(void* address) {
  uint32_t value;
  if (!address) return;
  memcpy(&value, address, 4);
  culprit_cxx_write4(address, value, culprit_told_line());
}
/* A string, with its terminator. */
static inline const char* culprit_wrote_string(const char* text) {
  if (text) culprit_wrote(text, strlen(text) + 1);
  return text;
}
