#include "src/transform/transform.h"

#include <algorithm>
#include <utility>

#include "src/transform/transformations.h"

namespace culprit::transform {

Reshaped transform(const tree::Tree& tree, const Form& form, const Contexts& contexts, const Wishes& wishes,
                   const Progress& progress) {
  const std::vector<Transformation>& list = form.list;
  Reshaped now = unchanged(tree);
  const bool has_loops = std::find(list.begin(), list.end(), Transformation::kLoops) != list.end();
  if (!has_loops) now = without_loops(std::move(now), wishes, progress);
  for (const Transformation transformation : list) {
    switch (transformation) {
      case Transformation::kLoops:
        break;
      case Transformation::kCompressAll:
        now = compress_all(std::move(now), wishes, progress);
        break;
      case Transformation::kCompress:
        now = form.family == Family::kTopDown ? compress(std::move(now), wishes, progress)
                                              : compress_chains(std::move(now), wishes, progress);
        break;
      case Transformation::kCollapse:
        now = collapse(std::move(now), contexts, wishes, form.chain_size, progress);
        break;
      case Transformation::kBalance:
        now = balance(std::move(now), contexts, wishes, form.chain_size, progress);
        break;
    }
  }
  return now;
}

}  // namespace culprit::transform
