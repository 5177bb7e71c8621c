#include <utility>

#include "src/transform/drop.h"
#include "src/transform/transformations.h"

namespace culprit::transform {

Reshaped without_loops(Reshaped from, const Wishes& wishes) {
  const Droppable droppable(from, wishes);
  RowBits dropped(from.tree.size());
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    const SearchId node{n};
    if (from.tree.is_iteration(node) && droppable.has(node)) dropped.add(node);
  }
  return drop(std::move(from), dropped);
}

}  // namespace culprit::transform
