#pragma once

#include <cstdint>
#include <functional>

#include "src/tree/tree.h"

namespace culprit::tree {

/// What the exports need beyond the tree's own columns.
struct ExportOptions {
  NodeId from{0};  ///< only this node's subtree
  /// Texts of a node, instead of those in the tree. The views are used before the next call.
  std::function<Label(NodeId)> label;
  /// The thread a node ran in; if not set, all ran in thread 1.
  std::function<std::uint32_t(NodeId)> thread;
  /// A moment's place among those of all threads; if not set, its position.
  std::function<Rank(Moment)> order;
  std::uint32_t max_nodes = 2000;  ///< drawn by dot, which cannot lay out more in reasonable time
};

}  // namespace culprit::tree
