#include "src/strategy/marked_tree.h"

namespace culprit::strategy {

NodeId select_node(const MarkedTree& tree) {
  using State = MarkedTree::State;
  NodeId best = tree.root();
  std::uint64_t total = tree.weight(best);
  for (;;) {
    NodeId candidate = kNoNode;
    std::uint64_t heaviest = 0;
    for (const NodeId child : tree.children(best)) {
      const std::uint64_t weight = tree.weight(child);
      if (tree.state(child) == State::kWrong) {  // start again from there
        candidate = child;
        total = heaviest = weight;
        break;
      }
      if (candidate == kNoNode || weight > heaviest) {
        candidate = child;
        heaviest = weight;
      }
    }
    const bool can_ask_best = tree.state(best) == State::kUndefined && tree.is_completed(best);
    if (candidate == kNoNode) return can_ask_best ? best : kNoNode;
    const bool is_wrong = tree.state(candidate) == State::kWrong;
    if (!is_wrong && 2 * heaviest <= total) {
      if (!can_ask_best) return candidate;
      const std::uint64_t both = tree.weight(best) + heaviest - tree.individual_weight(best);
      return total >= both ? best : candidate;
    }
    best = candidate;
  }
}

NodeId find_buggy_node(MarkedTree& tree, const std::function<bool(NodeId)>& is_right) {
  NodeId buggy = tree.state(tree.root()) == MarkedTree::State::kWrong ? tree.root() : kNoNode;
  for (NodeId node = select_node(tree); node != kNoNode; node = select_node(tree)) {
    if (is_right(node)) {
      const bool is_all = node == tree.root();
      tree.mark_right(node);
      if (is_all) return kNoNode;
    } else {
      tree.mark_wrong(node);
      buggy = node;
    }
  }
  return buggy;
}

}  // namespace culprit::strategy
