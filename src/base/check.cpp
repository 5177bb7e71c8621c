#include "src/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace culprit {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "culprit: internal error: %s does not hold (%s:%d). Please report this.\n", condition,
               file, line);
  std::abort();
}

}  // namespace culprit
