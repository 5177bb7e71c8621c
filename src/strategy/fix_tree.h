#pragma once

#include <vector>

#include "src/strategy/marked_tree.h"
#include "src/tree/search_tree.h"

namespace culprit::strategy {

/// The paper's fix MET architecture (Frame 3): nothing is taken out, so that the tree serves several
/// sessions; marks say what can still be at fault. Right and trusted nodes weigh nothing with all below them;
/// an unknown node has no weight of its own and its children stand in for it. There may be several wrong
/// nodes; the search starts at the last. (Sessions follow other rules for skipped and trusted nodes: see
/// IntervalSuspects.)
class FixTree final : public MarkedTree {
 public:
  FixTree(tree::SearchTree tree, bool root_wrong);

  /// The search starts at this node from now on, as when a user points at it. Marks stay.
  void start_at(SearchId node) { root_ = node; }
  void mark_trusted(SearchId node);
  void mark_unknown(SearchId node);

  SearchId root() const override { return root_; }
  State state(SearchId node) const override { return state_[node.value()]; }
  std::vector<SearchId> children(SearchId node) const override;
  std::uint64_t weight(SearchId node) const override;
  void mark_right(SearchId node) override;
  void mark_wrong(SearchId node) override;

 private:
  void lighten(SearchId node, std::uint64_t by);

  tree::SearchTree tree_;
  SearchId root_{0};
  std::vector<State> state_;
  std::vector<std::uint64_t> weight_;
};

}  // namespace culprit::strategy
