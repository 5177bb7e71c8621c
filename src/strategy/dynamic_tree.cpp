#include "src/strategy/dynamic_tree.h"

#include "src/base/check.h"

namespace culprit::strategy {

SearchId DynamicTree::enter() {
  CULPRIT_CHECK(!open_.empty() || links_.size() == 0);
  const SearchId node = links_.append(open_.empty() ? kNoSearchId : open_.back());
  open_.push_back(node);
  is_completed_.push_back(false);
  weight_.push_back(0);
  return node;
}

void DynamicTree::complete() {
  CULPRIT_CHECK(!open_.empty());
  const SearchId node = open_.back();
  open_.pop_back();
  is_completed_[node.value()] = true;
  std::uint64_t weight = individual_weight(node);
  for (SearchId c = links_.first_child(node); c != kNoSearchId; c = links_.next_sibling(c))
    weight += weight_[c.value()];
  weight_[node.value()] = weight;
}

MarkedTree::State DynamicTree::state(SearchId node) const {
  return node == root_ && root_is_wrong_ ? State::kWrong : State::kUndefined;
}

std::vector<SearchId> DynamicTree::children(SearchId node) const {
  std::vector<SearchId> result;
  for (SearchId within = node; within != kNoSearchId;) {
    SearchId not_completed = kNoSearchId;  // at most one, the last: the call that is running
    for (SearchId c = links_.first_child(within); c != kNoSearchId; c = links_.next_sibling(c)) {
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

std::uint64_t DynamicTree::weight(SearchId node) const {
  if (is_completed(node)) {
    return weight_[node.value()] - (state(node) == State::kWrong ? individual_weight(node) : 0);
  }
  std::uint64_t sum = 0;  // of the root alone: no other node that is not completed is ever reached
  for (const SearchId child : children(node)) sum += weight_[child.value()];
  return sum;
}

void DynamicTree::mark_right(SearchId node) {
  const std::uint64_t gone = weight_[node.value()];
  for (SearchId n = links_.parent(node); n != kNoSearchId && is_completed(n); n = links_.parent(n)) {
    weight_[n.value()] -= gone;
  }
  links_.unlink(node);
}

void DynamicTree::mark_wrong(SearchId node) {
  links_.unlink(node);
  root_ = node;
  root_is_wrong_ = true;
}

}  // namespace culprit::strategy
