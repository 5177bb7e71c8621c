#include <utility>

#include "src/transform/drop.h"
#include "src/transform/transformations.h"

namespace culprit::transform {

Reshaped without_loops(Reshaped from, const Wishes& wishes, const Progress& progress) {
  Steps steps(progress, "dissolving loops", std::uint64_t{2} * from.tree.size());
  const Droppable droppable(from, wishes);
  RowBits dropped(from.tree.size());
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    steps.next();
    const SearchId node{n};
    if (from.tree.is_iteration(node) && droppable.has(node)) dropped.add(node);
  }
  return drop(std::move(from), dropped, steps);
}

}  // namespace culprit::transform
