#include "src/strategy/standard_tree.h"

namespace culprit::strategy {

StandardTree::StandardTree(const tree::Tree& tree, bool root_wrong) : root_is_wrong_(root_wrong) {
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    links_.append(tree.parent(NodeId{i}));
    weight_.push_back(tree.subtree_size(NodeId{i}));
  }
}

MarkedTree::State StandardTree::state(NodeId node) const {
  return node == root_ && root_is_wrong_ ? State::kWrong : State::kUndefined;
}

std::vector<NodeId> StandardTree::children(NodeId node) const {
  std::vector<NodeId> result;
  for (NodeId c = links_.first_child(node); c != kNoNode; c = links_.next_sibling(c)) result.push_back(c);
  return result;
}

std::uint64_t StandardTree::weight(NodeId node) const {
  return weight_[node.value()] - (state(node) == State::kWrong ? individual_weight(node) : 0);
}

void StandardTree::mark_right(NodeId node) {
  const std::uint64_t gone = weight_[node.value()];
  for (NodeId n = links_.parent(node); n != kNoNode; n = links_.parent(n)) weight_[n.value()] -= gone;
  remove(node);
}

void StandardTree::mark_wrong(NodeId node) {
  const NodeId old = root_;
  root_ = node;
  root_is_wrong_ = true;
  if (old == node) return;
  links_.unlink(node);
  remove(old);
}

void StandardTree::remove(NodeId node) {
  links_.unlink(node);
  std::vector<NodeId> open{node};
  while (!open.empty()) {
    const NodeId n = open.back();
    open.pop_back();
    weight_[n.value()] = 0;
    for (const NodeId child : children(n)) {
      links_.unlink(child);
      open.push_back(child);
    }
  }
}

}  // namespace culprit::strategy
