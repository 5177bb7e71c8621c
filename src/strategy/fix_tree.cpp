#include "src/strategy/fix_tree.h"

namespace culprit::strategy {

FixTree::FixTree(const tree::Tree& tree, bool root_wrong)
    : tree_(tree), state_(tree.size(), State::kUndefined) {
  for (std::uint32_t i = 0; i < tree.size(); ++i) weight_.push_back(tree.subtree_size(NodeId{i}));
  if (root_wrong) state_[0] = State::kWrong;
}

std::vector<NodeId> FixTree::children(NodeId node) const {
  std::vector<NodeId> result;
  const NodeId end = tree_.end(node);
  for (NodeId n{node.value() + 1}; n < end;) {
    const State its = state(n);
    if (its == State::kUndefined || its == State::kWrong) result.push_back(n);
    n = its == State::kUnknown ? NodeId{n.value() + 1} : tree_.end(n);
  }
  return result;
}

std::uint64_t FixTree::weight(NodeId node) const {
  return weight_[node.value()] - (state(node) == State::kWrong ? individual_weight(node) : 0);
}

void FixTree::lighten(NodeId node, std::uint64_t by) {
  for (NodeId n = node; n != kNoNode; n = tree_.parent(n)) weight_[n.value()] -= by;
}

void FixTree::mark_right(NodeId node) {
  lighten(node, weight_[node.value()]);
  state_[node.value()] = State::kRight;
}

void FixTree::mark_trusted(NodeId node) {
  lighten(node, weight_[node.value()]);
  state_[node.value()] = State::kTrusted;
}

void FixTree::mark_unknown(NodeId node) {
  if (state(node) == State::kUndefined) lighten(node, individual_weight(node));
  state_[node.value()] = State::kUnknown;
}

void FixTree::mark_wrong(NodeId node) {
  state_[node.value()] = State::kWrong;
  root_ = node;
}

}  // namespace culprit::strategy
