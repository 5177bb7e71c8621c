#pragma once

#include <vector>

#include "src/strategy/links.h"
#include "src/strategy/marked_tree.h"
#include "src/tree/search_tree.h"

namespace culprit::strategy {

/// The paper's standard architecture (Frame 2): all nodes are there from the start, and each answer takes out
/// those that can no longer be at fault. Only the root can be wrong; every other node is undefined.
class StandardTree final : public MarkedTree {
 public:
  StandardTree(const tree::SearchTree& tree, bool root_wrong);

  /// False once the node was taken out.
  bool has(SearchId node) const { return weight_[node.value()] > 0; }

  SearchId root() const override { return root_; }
  State state(SearchId node) const override;
  std::vector<SearchId> children(SearchId node) const override;
  std::uint64_t weight(SearchId node) const override;
  void mark_right(SearchId node) override;
  void mark_wrong(SearchId node) override;

 private:
  void remove(SearchId node);

  Links links_;
  std::vector<std::uint64_t> weight_;  ///< 0: taken out
  SearchId root_{0};
  bool root_is_wrong_;
};

}  // namespace culprit::strategy
