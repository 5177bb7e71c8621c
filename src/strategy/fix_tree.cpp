#include "src/strategy/fix_tree.h"

#include <utility>

namespace culprit::strategy {

FixTree::FixTree(tree::SearchTree tree, bool root_wrong)
    : tree_(std::move(tree)), state_(tree_.size(), State::kUndefined) {
  for (std::uint32_t i = 0; i < tree_.size(); ++i) weight_.push_back(tree_.subtree_size(SearchId{i}));
  if (root_wrong) state_[0] = State::kWrong;
}

std::vector<SearchId> FixTree::children(SearchId node) const {
  std::vector<SearchId> result;
  const SearchId end = tree_.end(node);
  for (SearchId n{node.value() + 1}; n < end;) {
    const State its = state(n);
    if (its == State::kUndefined || its == State::kWrong) result.push_back(n);
    n = its == State::kUnknown ? SearchId{n.value() + 1} : tree_.end(n);
  }
  return result;
}

std::uint64_t FixTree::weight(SearchId node) const {
  return weight_[node.value()] - (state(node) == State::kWrong ? individual_weight(node) : 0);
}

void FixTree::lighten(SearchId node, std::uint64_t by) {
  for (SearchId n = node; n != kNoSearchId; n = tree_.parent(n)) weight_[n.value()] -= by;
}

void FixTree::mark_right(SearchId node) {
  lighten(node, weight_[node.value()]);
  state_[node.value()] = State::kRight;
}

void FixTree::mark_trusted(SearchId node) {
  lighten(node, weight_[node.value()]);
  state_[node.value()] = State::kTrusted;
}

void FixTree::mark_unknown(SearchId node) {
  if (state(node) == State::kUndefined) lighten(node, individual_weight(node));
  state_[node.value()] = State::kUnknown;
}

void FixTree::mark_wrong(SearchId node) {
  state_[node.value()] = State::kWrong;
  root_ = node;
}

}  // namespace culprit::strategy
