/* Numbers from text, and functions that give a second result through a pointer; those of libm are left to comparison, since
 * a program need not be linked with it. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <wchar.h>

#include "recorders/cxx/runtime/wrap.h"

#define FROM_TEXT(type, name)                        \
  WRAP(type, name, (const char* text, char** end)) { \
    type value = name(text, end);                    \
    culprit_wrote8(end);                             \
    return value;                                    \
  }
FROM_TEXT(double, strtod)
FROM_TEXT(float, strtof)
FROM_TEXT(long double, strtold)

#define INTEGER_FROM_TEXT(type, name)                          \
  WRAP(type, name, (const char* text, char** end, int base)) { \
    type value = name(text, end, base);                        \
    culprit_wrote8(end);                                       \
    return value;                                              \
  }
INTEGER_FROM_TEXT(long, strtol)
INTEGER_FROM_TEXT(unsigned long, strtoul)
INTEGER_FROM_TEXT(long long, strtoll)
INTEGER_FROM_TEXT(unsigned long long, strtoull)
INTEGER_FROM_TEXT(intmax_t, strtoimax)
INTEGER_FROM_TEXT(uintmax_t, strtoumax)

#define INTEGER_FROM_WIDE(type, name)                                \
  WRAP(type, name, (const wchar_t* text, wchar_t** end, int base)) { \
    type value = name(text, end, base);                              \
    culprit_wrote8(end);                                             \
    return value;                                                    \
  }
INTEGER_FROM_WIDE(long, wcstol)
INTEGER_FROM_WIDE(unsigned long, wcstoul)
INTEGER_FROM_WIDE(long long, wcstoll)
INTEGER_FROM_WIDE(unsigned long long, wcstoull)

#define TWO_RESULTS(type, name, second)            \
  WRAP(type, name, (type value, second * other)) { \
    type result = name(value, other);              \
    culprit_wrote(other, sizeof *other);           \
    return result;                                 \
  }
TWO_RESULTS(double, frexp, int)
TWO_RESULTS(float, frexpf, int)
TWO_RESULTS(long double, frexpl, int)
TWO_RESULTS(double, modf, double)
TWO_RESULTS(float, modff, float)
TWO_RESULTS(long double, modfl, long double)

WRAP(int, rand_r, (unsigned* seed)) {
  int result = rand_r(seed);
  culprit_wrote4(seed);
  return result;
}
