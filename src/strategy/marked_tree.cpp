#include "src/strategy/marked_tree.h"

namespace culprit::strategy {

SearchId select_node(const MarkedTree& tree) {
  using State = MarkedTree::State;
  SearchId best = tree.root();
  std::uint64_t total = tree.weight(best);
  for (;;) {
    SearchId candidate = kNoSearchId;
    std::uint64_t heaviest = 0;
    for (const SearchId child : tree.children(best)) {
      const std::uint64_t weight = tree.weight(child);
      if (tree.state(child) == State::kWrong) {  // start again from there
        candidate = child;
        total = heaviest = weight;
        break;
      }
      if (candidate == kNoSearchId || weight > heaviest) {
        candidate = child;
        heaviest = weight;
      }
    }
    const bool can_ask_best = tree.state(best) == State::kUndefined && tree.is_completed(best);
    if (candidate == kNoSearchId) return can_ask_best ? best : kNoSearchId;
    const bool is_wrong = tree.state(candidate) == State::kWrong;
    if (!is_wrong && 2 * heaviest <= total) {
      if (!can_ask_best) return candidate;
      const std::uint64_t both = tree.weight(best) + heaviest - tree.individual_weight(best);
      return total >= both ? best : candidate;
    }
    best = candidate;
  }
}

SearchId find_buggy_node(MarkedTree& tree, const std::function<bool(SearchId)>& is_right) {
  SearchId buggy = tree.state(tree.root()) == MarkedTree::State::kWrong ? tree.root() : kNoSearchId;
  for (SearchId node = select_node(tree); node != kNoSearchId; node = select_node(tree)) {
    if (is_right(node)) {
      const bool is_all = node == tree.root();
      tree.mark_right(node);
      if (is_all) return kNoSearchId;
    } else {
      tree.mark_wrong(node);
      buggy = node;
    }
  }
  return buggy;
}

}  // namespace culprit::strategy
