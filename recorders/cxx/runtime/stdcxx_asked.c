/* Clocks and random numbers of the C++ library: what the program was told. */
#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/wrap.h"

int64_t _ZNSt6chrono3_V212system_clock3nowEv(void) IN_LIBSTDCXX;
int64_t _ZNSt6chrono3_V212steady_clock3nowEv(void) IN_LIBSTDCXX;
uint32_t _ZNSt13random_device9_M_getvalEv(void*) IN_LIBSTDCXX;

WRAP(int64_t, _ZNSt6chrono3_V212system_clock3nowEv, (void)) {
  int64_t told = _ZNSt6chrono3_V212system_clock3nowEv();
  culprit_log_asked(CULPRIT_ASKED_TIME, "std::chrono::system_clock", &told, sizeof told);
  return told;
}
WRAP(int64_t, _ZNSt6chrono3_V212steady_clock3nowEv, (void)) {
  int64_t told = _ZNSt6chrono3_V212steady_clock3nowEv();
  culprit_log_asked(CULPRIT_ASKED_TIME, "std::chrono::steady_clock", &told, sizeof told);
  return told;
}
WRAP(uint32_t, _ZNSt13random_device9_M_getvalEv, (void* device)) {
  uint32_t told = _ZNSt13random_device9_M_getvalEv(device);
  culprit_log_asked(CULPRIT_ASKED_RANDOM, "std::random_device", &told, sizeof told);
  return told;
}
