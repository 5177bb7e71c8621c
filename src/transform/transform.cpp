#include "src/transform/transform.h"

#include <algorithm>

#include "src/transform/transformations.h"

namespace culprit::transform {

Reshaped transform(const tree::Tree& tree, std::span<const Transformation> list, Family family,
                   const Contexts& contexts) {
  Reshaped now = unchanged(tree);
  const bool has_loops = std::find(list.begin(), list.end(), Transformation::kLoops) != list.end();
  if (!has_loops) now = without_loops(now);
  for (const Transformation transformation : list) {
    switch (transformation) {
      case Transformation::kLoops:
        break;
      case Transformation::kCompressAll:
        now = compress_all(now);
        break;
      case Transformation::kCompress:
        now = family == Family::kTopDown ? compress(now) : compress_chains(now);
        break;
      case Transformation::kCollapse:
        now = collapse(now, contexts);
        break;
      case Transformation::kBalance:
        now = balance(now, contexts);
        break;
    }
  }
  return now;
}

}  // namespace culprit::transform
