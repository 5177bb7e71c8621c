/* std::ios_base::sync_with_stdio: after this, text that a call writes stays in a buffer of libstdc++'s, unseen, until it is
 * looked for. */
#include "recorders/cxx/runtime/interpose.h"

_Bool _ZNSt8ios_base15sync_with_stdioEb(_Bool);
INTERPOSE(_Bool, _ZNSt8ios_base15sync_with_stdioEb, (_Bool is_synchronised)) {
  if (!is_synchronised) culprit_take_care(&culprit_thread, CULPRIT_CARE_OUTPUT);
  return THE_REAL(_ZNSt8ios_base15sync_with_stdioEb)(is_synchronised);
}
