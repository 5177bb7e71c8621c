/* Random numbers: what the program was told. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/wrap.h"

#define NUMBER(type, name)                                              \
  WRAP(type, name, (void)) {                                            \
    type told = name();                                                 \
    culprit_log_asked(CULPRIT_ASKED_RANDOM, #name, &told, sizeof told); \
    return told;                                                        \
  }
NUMBER(int, rand)
NUMBER(long, random)
NUMBER(double, drand48)
NUMBER(long, lrand48)
NUMBER(long, mrand48)
NUMBER(uint32_t, arc4random)
WRAP(ssize_t, getrandom, (void* to, size_t n, unsigned flags)) {
  ssize_t got = getrandom(to, n, flags);
  if (got > 0) culprit_log_asked(CULPRIT_ASKED_RANDOM, "getrandom", to, (size_t)got);
  if (got > 0) culprit_wrote(to, (size_t)got);
  return got;
}
WRAP(int, getentropy, (void* to, size_t n)) {
  int result = getentropy(to, n);
  if (result == 0) culprit_log_asked(CULPRIT_ASKED_RANDOM, "getentropy", to, n);
  if (result == 0) culprit_wrote(to, n);
  return result;
}
WRAP(clock_t, clock, (void)) {
  clock_t told = clock();
  culprit_log_asked(CULPRIT_ASKED_TIME, "clock", &told, sizeof told);
  return told;
}
