#pragma once

#include <vector>

#include "src/strategy/marked_tree.h"
#include "src/tree/tree.h"

namespace culprit::strategy {

/// The paper's fix MET architecture (Frame 3): nothing is taken out, so that the tree serves several
/// sessions; marks say what can still be at fault. Right and trusted nodes weigh nothing with all below them;
/// an unknown node has no weight of its own and its children stand in for it. There may be several wrong
/// nodes; the search starts at the last. (Sessions follow other rules for skipped and trusted nodes: see
/// IntervalSuspects.)
class FixTree final : public MarkedTree {
 public:
  /// The tree must outlive this.
  FixTree(const tree::Tree& tree, bool root_wrong);

  /// The search starts at this node from now on, as when a user points at it. Marks stay.
  void start_at(NodeId node) { root_ = node; }
  void mark_trusted(NodeId node);
  void mark_unknown(NodeId node);

  NodeId root() const override { return root_; }
  State state(NodeId node) const override { return state_[node.value()]; }
  std::vector<NodeId> children(NodeId node) const override;
  std::uint64_t weight(NodeId node) const override;
  void mark_right(NodeId node) override;
  void mark_wrong(NodeId node) override;

 private:
  void lighten(NodeId node, std::uint64_t by);

  const tree::Tree& tree_;
  NodeId root_{0};
  std::vector<State> state_;
  std::vector<std::uint64_t> weight_;
};

}  // namespace culprit::strategy
