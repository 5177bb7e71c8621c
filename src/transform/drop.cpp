#include "src/transform/drop.h"

#include "src/transform/copier.h"

namespace culprit::transform {
Droppable::Droppable(const Reshaped& from) : from_(from), made_(from.tree.size()) {
  for (const std::uint32_t node : from.made) made_.add(NodeId{node});
}

Reshaped drop(const Reshaped& from, const NodeBits& dropped) {
  Copier copier(from.tree);
  Reshaped result;
  std::size_t next_made = 0;
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    if (dropped.has(NodeId{n})) continue;
    const NodeId copy = copier.copy(NodeId{n});
    result.origin.push_back(from.origin[n]);
    if (next_made < from.made.size() && from.made[next_made] == n) {
      result.made.push_back(copy.value());
      result.kinds.push_back(from.kinds[next_made++]);
    }
  }
  result.tree = copier.finish();
  return result;
}

}  // namespace culprit::transform
