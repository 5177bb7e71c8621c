#pragma once

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/tree/tree.h"

namespace culprit::transform {

/// Copies some nodes of a tree in preorder, and closes each where it ends in the tree it comes from. O(1) a node: the open
/// ones are kept, since climbing to them would pass long rows of those that are left out.
class Copier {
 public:
  explicit Copier(const tree::Tree& from) : from_(from) {
    for (const tree::Function& function : from.functions()) builder_.add_function(function);
  }
  /// Precondition: nodes come in preorder, and the root is the first.
  NodeId copy(NodeId node) {
    while (!open_.empty() && from_.end(NodeId{open_.back()}) <= node) close();
    open_.push_back(node.value());
    return builder_.open(from_.function_id(node), from_.has_moments() ? from_.enter(node) : kNoMoment);
  }
  tree::Tree finish() {
    while (!open_.empty()) close();
    return builder_.finish();
  }

 private:
  void close() {
    builder_.close(from_.has_moments() ? from_.leave(NodeId{open_.back()}) : kNoMoment);
    open_.pop_back();
  }

  const tree::Tree& from_;
  tree::TreeBuilder builder_;
  Column<std::uint32_t> open_;  ///< nodes of `from_`
};

}  // namespace culprit::transform
