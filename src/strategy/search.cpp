#include "src/strategy/search.h"

#include <algorithm>

namespace culprit::strategy {

NodeId Search::first_askable() const {
  const NodeId root = suspects_.root();
  const std::uint64_t total = suspects_.total();
  for (std::uint64_t before = 0; before < total;) {
    const NodeId node = suspects_.at_weight(before);
    if (suspects_.askable(node)) return node;
    before = suspects_.weight_between(root, NodeId{node.value() + 1});
  }
  return kNoNode;
}

void Search::start() {
  queue_ = {};
  best_ = 0;
}

Chain Search::chain_above_half(std::uint64_t total, std::uint64_t offset) const {
  // A subtree is a range in preorder. One that weighs more than half holds the suspect in the middle of the
  // weight.
  const NodeId root = suspects_.root();
  NodeId node = suspects_.at_weight(offset + total / 2);
  Chain chain;
  while (node != kNoNode && node >= root) {
    std::uint32_t bottom = shape_.position(node);
    std::uint32_t top = shape_.head_position(bottom);
    const NodeId above = shape_.parent(shape_.at_position(top));
    if (shape_.at_position(top) < root) {  // the root is inside the path; ids ascend along it
      std::uint32_t outside = top;
      for (top = bottom; outside + 1 < top;) {
        const std::uint32_t middle = outside + (top - outside) / 2;
        (shape_.at_position(middle) < root ? outside : top) = middle;
      }
    }
    const auto is_heavy = [&](std::uint32_t position) {
      return 2 * suspects_.weight(shape_.at_position(position)) > total;
    };
    if (!chain.stretches.empty()) {
      chain.stretches.push_back({top, bottom});
    } else if (is_heavy(top)) {
      std::uint32_t heavy = top;
      for (std::uint32_t light = bottom + 1; heavy + 1 < light;) {
        const std::uint32_t middle = heavy + (light - heavy) / 2;
        (is_heavy(middle) ? heavy : light) = middle;
      }
      chain.stretches.push_back({top, heavy});
    }
    node = above;
  }
  return chain;
}

NodeId Search::lowest_askable(const Chain& chain) const {
  if (chain.stretches.empty()) return kNoNode;
  NodeId node = shape_.at_position(chain.stretches.front().bottom);
  while (node != kNoNode && node >= suspects_.root()) {
    if (suspects_.askable(node)) return node;
    node = shape_.parent(node);
  }
  return kNoNode;
}

NodeId Search::heaviest_below(NodeId node) {
  start();
  push_children(node, NodeId{node.value() + 1}, shape_.tree().end(node), suspects_.weight(node));
  return run();
}

NodeId Search::heaviest_off(const Chain& chain) {
  const tree::Tree& tree = shape_.tree();
  const NodeId root = suspects_.root();
  if (chain.stretches.empty()) return heaviest_below(root);
  start();
  NodeId below = kNoNode;  // the chain's node under the stretch at hand
  for (const Chain::Stretch& stretch : chain.stretches) {
    const NodeId bottom = shape_.at_position(stretch.bottom);
    const NodeId first{bottom.value() + 1};
    if (below == kNoNode) {
      push_children(bottom, first, tree.end(bottom), suspects_.weight(bottom));
    } else {
      push_children(bottom, first, below, suspects_.weight(bottom));
      push_children(bottom, tree.end(below), tree.end(bottom), suspects_.weight(bottom));
    }
    push_stretch(stretch.top, stretch.bottom);
    below = shape_.at_position(stretch.top);
  }
  if (!shape_.has(root)) {  // then it is not on the chain itself
    push_children(root, NodeId{root.value() + 1}, below, suspects_.total());
    push_children(root, tree.end(below), tree.end(root), suspects_.total());
  }
  return run();
}

}  // namespace culprit::strategy
