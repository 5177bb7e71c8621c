#include "src/strategy/dynamic_tree.h"

#include "src/base/check.h"

namespace culprit::strategy {

NodeId DynamicTree::enter() {
  CULPRIT_CHECK(!open_.empty() || links_.size() == 0);
  const NodeId node = links_.append(open_.empty() ? kNoNode : open_.back());
  open_.push_back(node);
  is_completed_.push_back(false);
  weight_.push_back(0);
  return node;
}

void DynamicTree::complete() {
  CULPRIT_CHECK(!open_.empty());
  const NodeId node = open_.back();
  open_.pop_back();
  is_completed_[node.value()] = true;
  std::uint64_t weight = individual_weight(node);
  for (NodeId c = links_.first_child(node); c != kNoNode; c = links_.next_sibling(c))
    weight += weight_[c.value()];
  weight_[node.value()] = weight;
}

MarkedTree::State DynamicTree::state(NodeId node) const {
  return node == root_ && root_is_wrong_ ? State::kWrong : State::kUndefined;
}

std::vector<NodeId> DynamicTree::children(NodeId node) const {
  std::vector<NodeId> result;
  for (NodeId within = node; within != kNoNode;) {
    NodeId not_completed = kNoNode;  // at most one, the last: the call that is running
    for (NodeId c = links_.first_child(within); c != kNoNode; c = links_.next_sibling(c)) {
      if (is_completed(c)) {
        result.push_back(c);
      } else {
        not_completed = c;
      }
    }
    within = not_completed;
  }
  return result;
}

std::uint64_t DynamicTree::weight(NodeId node) const {
  if (is_completed(node)) {
    return weight_[node.value()] - (state(node) == State::kWrong ? individual_weight(node) : 0);
  }
  std::uint64_t sum = 0;  // of the root alone: no other node that is not completed is ever reached
  for (const NodeId child : children(node)) sum += weight_[child.value()];
  return sum;
}

void DynamicTree::mark_right(NodeId node) {
  const std::uint64_t gone = weight_[node.value()];
  for (NodeId n = links_.parent(node); n != kNoNode && is_completed(n); n = links_.parent(n)) {
    weight_[n.value()] -= gone;
  }
  links_.unlink(node);
}

void DynamicTree::mark_wrong(NodeId node) {
  links_.unlink(node);
  root_ = node;
  root_is_wrong_ = true;
}

}  // namespace culprit::strategy
