#pragma once

#include <cstdint>

#include "src/tree/tree.h"

namespace culprit::tree {

/// Visits the subtree of `from` in preorder down to `depth` levels below it: visit(node, level, is_cut),
/// where is_cut says that its children are left out. Stops when visit returns false. O(nodes visited), no
/// stack: levels follow from parents.
template <class Visit>
void for_each_level(const Tree& tree, NodeId from, std::uint32_t depth, Visit visit) {
  const NodeId end = tree.end(from);
  NodeId previous = from;
  std::uint32_t level = 0;
  for (NodeId n = from; n < end;) {
    if (n != from) {
      ++level;
      for (NodeId open = previous; open != tree.parent(n); open = tree.parent(open)) --level;
    }
    const bool is_cut = level == depth && !tree.is_leaf(n);
    if (!visit(n, level, is_cut)) return;
    previous = n;
    n = is_cut ? tree.end(n) : NodeId{n.value() + 1};
  }
}

/// Visits the subtree of `from` as the execution went: open(node) before and close(node) after what is below
/// it. If open returns false, the node's subtree is left out, and it is not closed. O(nodes visited), no
/// stack.
template <class Open, class Close>
void for_each_nested(const Tree& tree, NodeId from, Open open, Close close) {
  NodeId innermost = kNoNode;
  const auto close_one = [&] {
    close(innermost);
    innermost = innermost == from ? kNoNode : tree.parent(innermost);
  };
  for (NodeId n = from; n < tree.end(from);) {
    while (innermost != kNoNode && !tree.contains(innermost, n)) close_one();
    if (open(n)) {
      innermost = n;
      n = NodeId{n.value() + 1};
    } else {
      n = tree.end(n);
    }
  }
  while (innermost != kNoNode) close_one();
}

}  // namespace culprit::tree
