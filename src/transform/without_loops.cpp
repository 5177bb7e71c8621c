#include "src/transform/drop.h"
#include "src/transform/transformations.h"

namespace culprit::transform {

Reshaped without_loops(const Reshaped& from) {
  const Droppable droppable(from);
  NodeBits dropped(from.tree.size());
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    const NodeId node{n};
    if (from.tree.is_iteration(node) && droppable.has(node)) dropped.add(node);
  }
  return drop(from, dropped);
}

}  // namespace culprit::transform
