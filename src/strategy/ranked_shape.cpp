#include "src/strategy/ranked_shape.h"

#include <algorithm>
#include <queue>
#include <vector>

#include "src/strategy/search_ranks.h"

namespace culprit::strategy {
namespace {

/// The nodes with a rank, from the lowest up; of equal ones the last in preorder first. O(n).
Column<std::uint32_t> by_rank(const Column<std::uint32_t>& ranks) {
  const std::uint32_t highest = *std::max_element(ranks.begin(), ranks.end());
  Column<std::uint32_t> starts(std::size_t{highest} + 2);
  for (const std::uint32_t rank : ranks) ++starts[std::size_t{rank} + 1];
  const std::uint32_t without = starts[1];
  for (std::size_t rank = 1; rank < starts.size(); ++rank) starts[rank] += starts[rank - 1];
  Column<std::uint32_t> sorted(ranks.size() - without);
  for (std::size_t node = ranks.size(); node-- > 0;) {
    if (ranks[node] > 0) sorted[starts[ranks[node]]++ - without] = static_cast<std::uint32_t>(node);
  }
  return sorted;
}

}  // namespace

RankedShape::RankedShape(const Shape& shape)
    : serial_(shape.serial()),
      ranks_(search_ranks(shape)),
      if_wrong_(ranks_.size()),
      if_right_(ranks_.size()) {
  link_questions(shape);
}

/// From the lowest rank up, a node joins what hangs below it with what it hangs on, and is the first question
/// in what they become together.
void RankedShape::link_questions(const Shape& shape) {
  Column<std::uint32_t> above(ranks_.size());  // union-find: nearer to the top of a component
  Column<SearchId> first(ranks_.size());       // of the component with this top
  for (std::uint32_t i = 0; i < above.size(); ++i) {
    above[i] = i;
    first[i] = kNoSearchId;
  }
  const auto top = [&](std::uint32_t i) {
    while (above[i] != i) i = above[i] = above[above[i]];
    return i;
  };
  for (const std::uint32_t node : by_rank(ranks_)) {
    if_wrong_[node] = first[node];  // it is still the top of its own component
    if (node == 0) {
      first[0] = SearchId{0};
      continue;
    }
    const std::uint32_t parent = top(shape.parent(SearchId{node}).value());
    if_right_[node] = first[parent];
    above[node] = parent;
    first[parent] = SearchId{node};
  }
  if_right_[0] = kNoSearchId;
  first_ = first[0];
}

SearchId RankedShape::highest(const Suspects& suspects) const {
  const tree::SearchTree& tree = suspects.shape().tree();
  const SearchId root = suspects.root();
  const auto is_lower = [&](SearchId a, SearchId b) {
    return ranks_[a.value()] != ranks_[b.value()] ? ranks_[a.value()] < ranks_[b.value()] : a > b;
  };
  std::priority_queue<SearchId, std::vector<SearchId>, decltype(is_lower)> open(is_lower);
  const auto push = [&](SearchId node) {
    if (node != kNoSearchId) open.push(node);
  };
  push(first_);
  while (!open.empty()) {
    const SearchId node = open.top();
    open.pop();
    if (suspects.askable(node)) return node;
    const bool holds_all = tree.contains(node, root);  // also a wrong root itself
    const bool holds_none = !holds_all && (!tree.contains(root, node) || suspects.next_present(node) != node);
    if (!holds_none) push(if_wrong_[node.value()]);
    if (!holds_all) push(if_right_[node.value()]);
  }
  return kNoSearchId;
}

}  // namespace culprit::strategy
