#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/tree/tree.h"

namespace culprit::support {

/// For tests: the marks as flags a node, and every strategy as its rule reads, with a pass over the tree (or
/// several) for each question.
class BruteForce {
 public:
  explicit BruteForce(const tree::Tree& tree)
      : own(tree.size(), 1),
        is_cleared(tree.size()),
        is_exempt(tree.size()),
        is_skipped(tree.size()),
        tree_(tree) {}

  NodeId root{0};
  bool root_is_wrong = false;
  std::vector<std::uint32_t> own;
  std::vector<bool> is_cleared;
  std::vector<bool> is_exempt;
  std::vector<bool> is_skipped;

  NodeId select(std::string_view strategy) {
    weigh();
    if (strategy == "top-down") return top_down();
    if (strategy == "heaviest-first") return askable(root) ? root : heaviest_child(root);
    if (strategy == "divide-and-query") return divide_and_query();
    if (strategy == "divide-and-query-hirunkitti") return hirunkitti();
    return optimal();
  }
  bool askable(NodeId n) const {
    const std::uint32_t i = n.value();
    if (!tree_.contains(root, n) || (n == root && root_is_wrong)) return false;
    return !is_cleared[i] && !is_exempt[i] && !is_skipped[i] && own[i] > 0;
  }
  std::uint64_t own_weight(NodeId n) const {
    const std::uint32_t i = n.value();
    return is_cleared[i] || is_exempt[i] ? 0 : own[i];
  }
  void clear(NodeId n) {
    for (NodeId i = n; i < tree_.end(n); i = after(i)) is_cleared[i.value()] = true;
  }

 private:
  static NodeId after(NodeId n) { return NodeId{n.value() + 1}; }
  std::uint64_t weight(NodeId n) const { return weight_[n.value()]; }

  void weigh() {
    weight_.assign(tree_.size(), 0);
    for (std::uint32_t i = tree_.size(); i-- > 0;) {
      weight_[i] += own_weight(NodeId{i});
      if (i > 0) weight_[tree_.parent(NodeId{i}).value()] += weight_[i];
    }
  }
  /// The nodes that can be asked with nothing between them and `of` that can be asked, in preorder.
  std::vector<NodeId> children(NodeId of) const {
    std::vector<NodeId> result;
    for (NodeId n = after(of); n < tree_.end(of);) {
      if (askable(n)) result.push_back(n);
      n = askable(n) ? tree_.end(n) : after(n);
    }
    return result;
  }
  NodeId heaviest_child(NodeId of) const {
    NodeId best = kNoNode;
    for (const NodeId n : children(of)) {
      if (best == kNoNode || weight(n) > weight(best)) best = n;
    }
    return best;
  }
  NodeId top_down() const {
    if (askable(root)) return root;
    const std::vector<NodeId> all = children(root);
    return all.empty() ? kNoNode : all.front();
  }
  NodeId divide_and_query() const {
    NodeId best = kNoNode;
    NodeId lightest = kNoNode;
    for (NodeId n = root; n < tree_.end(root); n = after(n)) {
      if (!askable(n)) continue;
      if (lightest == kNoNode || weight(n) < weight(lightest)) lightest = n;
      if (2 * weight(n) > weight(root)) continue;
      if (best == kNoNode || weight(n) > weight(best)) best = n;
    }
    return best != kNoNode ? best : lightest;
  }
  NodeId hirunkitti() const {
    const auto distance = [&](NodeId n) {
      const auto gap = static_cast<std::int64_t>(2 * weight(n)) - static_cast<std::int64_t>(weight(root));
      return gap < 0 ? -gap : gap;
    };
    NodeId best = kNoNode;
    for (NodeId n = root; n < tree_.end(root); n = after(n)) {
      if (!askable(n)) continue;
      const bool is_better = best == kNoNode || distance(n) < distance(best) ||
                             (distance(n) == distance(best) && weight(n) > weight(best));
      if (is_better) best = n;
    }
    return best;
  }
  NodeId optimal() const {
    const std::uint64_t total = weight(root) - (root_is_wrong ? own_weight(root) : 0);
    NodeId best = root;
    NodeId candidate = root;
    do {
      best = candidate;
      candidate = heaviest_child(best);
      if (candidate == kNoNode) return askable(best) ? best : kNoNode;
    } while (2 * weight(candidate) > total);
    if (!askable(best)) return candidate;
    const std::uint64_t both =
        2 * weight(best) - own_weight(best) + 2 * weight(candidate) - own_weight(candidate);
    return 2 * total >= both ? best : candidate;
  }

  const tree::Tree& tree_;
  std::vector<std::uint64_t> weight_;
};

}  // namespace culprit::support
