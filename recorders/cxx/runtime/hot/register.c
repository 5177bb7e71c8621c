/* Each translation unit's constructor calls this. */
#include "recorders/cxx/runtime/hot/hot.h"

/* Where this image's hot functions are: the linker gives sections with such names a beginning and an end. */
extern const char __start_culprit_hot[] __attribute__((visibility("hidden")));
extern const char __stop_culprit_hot[] __attribute__((visibility("hidden")));

__attribute__((visibility("hidden"))) void culprit_cxx_register(struct culprit_cxx_module* module) {
  culprit_hot_register(module, __start_culprit_hot, __stop_culprit_hot);
}
