/* Functions of ours that stand in for those of libraries, for the whole process. In the shared library they have the
 * library's own name, and the real one is the next of that name. A static program is linked with the whole archive, and
 * the linker is told to --wrap the names in lib/culprit/libculprit-cxx.wrap; a C++ program also with those of
 * libculprit-stdcxx, which has what stands in for the C++ library. */
#pragma once

#include "recorders/cxx/runtime/real.h"
#include "recorders/cxx/runtime/runtime.h"

#ifdef CULPRIT_STATIC
#define OWN(name) __wrap_##name
#define THE_REAL(name) __real_##name
#define INTERPOSE(type, name, parameters)       \
  extern type __real_##name parameters;         \
  CULPRIT_EXPORT type __wrap_##name parameters; \
  CULPRIT_EXPORT type __wrap_##name parameters
#else
#define OWN(name) name
#define THE_REAL(name) REAL_FUNCTION(name)
#define INTERPOSE(type, name, parameters) \
  CULPRIT_EXPORT type name parameters;    \
  CULPRIT_EXPORT type name parameters
#endif
