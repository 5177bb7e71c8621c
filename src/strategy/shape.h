#pragma once

#include <cstdint>
#include <span>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/tree/tree.h"

namespace culprit::strategy {

/// What selection needs beyond the tree's own columns, frozen once: children by size, and heavy paths. 16 bytes a node.
/// An answer changes nothing here.
class Shape {
 public:
  /// O(n) time apart from a radix sort; no recursion.
  explicit Shape(const tree::Tree& tree);
  const tree::Tree& tree() const { return *tree_; }

  /// Children, largest subtree first; equal sizes in call order.
  std::span<const std::uint32_t> children_by_size(NodeId n) const;

 private:
  const tree::Tree* tree_;
};

}  // namespace culprit::strategy
