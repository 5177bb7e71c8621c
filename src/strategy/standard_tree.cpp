#include "src/strategy/standard_tree.h"

namespace culprit::strategy {

StandardTree::StandardTree(const tree::SearchTree& tree, bool root_wrong) : root_is_wrong_(root_wrong) {
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    links_.append(tree.parent(SearchId{i}));
    weight_.push_back(tree.subtree_size(SearchId{i}));
  }
}

MarkedTree::State StandardTree::state(SearchId node) const {
  return node == root_ && root_is_wrong_ ? State::kWrong : State::kUndefined;
}

std::vector<SearchId> StandardTree::children(SearchId node) const {
  std::vector<SearchId> result;
  for (SearchId c = links_.first_child(node); c != kNoSearchId; c = links_.next_sibling(c))
    result.push_back(c);
  return result;
}

std::uint64_t StandardTree::weight(SearchId node) const {
  return weight_[node.value()] - (state(node) == State::kWrong ? individual_weight(node) : 0);
}

void StandardTree::mark_right(SearchId node) {
  const std::uint64_t gone = weight_[node.value()];
  for (SearchId n = links_.parent(node); n != kNoSearchId; n = links_.parent(n)) weight_[n.value()] -= gone;
  remove(node);
}

void StandardTree::mark_wrong(SearchId node) {
  const SearchId old = root_;
  root_ = node;
  root_is_wrong_ = true;
  if (old == node) return;
  links_.unlink(node);
  remove(old);
}

void StandardTree::remove(SearchId node) {
  links_.unlink(node);
  std::vector<SearchId> open{node};
  while (!open.empty()) {
    const SearchId n = open.back();
    open.pop_back();
    weight_[n.value()] = 0;
    for (const SearchId child : children(n)) {
      links_.unlink(child);
      open.push_back(child);
    }
  }
}

}  // namespace culprit::strategy
