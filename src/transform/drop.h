#pragma once

#include "src/base/ids.h"
#include "src/transform/node_bits.h"
#include "src/transform/reshaped.h"

namespace culprit::transform {

/// Says which nodes may be dropped. Made nodes may not, nor their parts: a run is the list of its parts, whatever they are.
class Droppable {
 public:
  explicit Droppable(const Reshaped& from);
  /// O(1). False for the root.
  bool has(NodeId n) const { return n.value() != 0 && !made_.has(n) && !made_.has(from_.tree.parent(n)); }
  /// A call of the function that called it, which may be dropped. O(1).
  bool has_recursive(NodeId n) const {
    return has(n) && from_.tree.function_id(n) == from_.tree.function_id(from_.tree.parent(n));
  }

 private:
  const Reshaped& from_;
  NodeBits made_;
};

/// The tree without the nodes that are dropped: their children take their place. Origins, moments and what is made stay what
/// they are. O(n); beside the result it takes 8 bytes for each level of the deepest node.
/// Precondition: all of them are droppable.
Reshaped drop(const Reshaped& from, const NodeBits& dropped);

}  // namespace culprit::transform
