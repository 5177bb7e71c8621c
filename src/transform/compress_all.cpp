#include <utility>

#include "src/transform/drop.h"
#include "src/transform/transformations.h"

namespace culprit::transform {

/// T. Davie and O. Chitil, "Hat-Delta: One Right Does Make a Wrong". A dropped node has the function of the one that takes
/// its children, so it does not matter which goes first.
Reshaped compress_all(Reshaped from, const Wishes& wishes, const Progress& progress) {
  Steps steps(progress, "compressing the tree", std::uint64_t{2} * from.tree.size());
  const Droppable droppable(from, wishes);
  RowBits dropped(from.tree.size());
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    steps.next();
    if (droppable.has_recursive(SearchId{n})) dropped.add(SearchId{n});
  }
  return drop(std::move(from), dropped, steps);
}

}  // namespace culprit::transform
