#pragma once

#include <vector>

#include "src/strategy/links.h"
#include "src/strategy/marked_tree.h"

namespace culprit::strategy {

/// The paper's dynamic MET architecture (Frame 4): calls are entered and completed while questions are asked.
/// Only completed nodes are asked, and a node is weighed when it is completed; completed nodes below one that
/// is not count as the root's children. Answers take nodes out, as in the standard architecture.
class DynamicTree final : public MarkedTree {
 public:
  explicit DynamicTree(bool root_wrong) : root_is_wrong_(root_wrong) {}

  /// A call begins inside the innermost one that is not completed. The first one is the root. Ids are in
  /// preorder. Precondition: the root is not completed.
  SearchId enter();
  /// The innermost call that is not completed returns.
  void complete();

  SearchId root() const override { return root_; }
  State state(SearchId node) const override;
  bool is_completed(SearchId node) const override { return is_completed_[node.value()]; }
  std::vector<SearchId> children(SearchId node) const override;
  std::uint64_t weight(SearchId node) const override;
  void mark_right(SearchId node) override;
  void mark_wrong(SearchId node) override;

 private:
  Links links_;
  std::vector<SearchId> open_;
  std::vector<bool> is_completed_;
  std::vector<std::uint64_t> weight_;  ///< of completed nodes
  SearchId root_{0};
  bool root_is_wrong_;
};

}  // namespace culprit::strategy
