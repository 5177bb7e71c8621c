/* Every wrapper that known_functions.def promises is there: otherwise this program does not link. */

#define CULPRIT_WRAP(name) extern char culprit_wrap_##name;
#include "recorders/cxx/known_functions.def"

extern const void* const all_wrappers[];
const void* const all_wrappers[] = {

#define CULPRIT_WRAP(name) &culprit_wrap_##name,
#include "recorders/cxx/known_functions.def"
};
