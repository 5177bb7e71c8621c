#include "src/strategy/reduced_tree.h"

#include <limits>

namespace culprit::strategy {
namespace {

/// Adds rows in preorder, and keeps those that can still get children.
class Rows {
 public:
  Rows(ReducedTree& result, const tree::Tree& tree) : result_(result), tree_(tree) {}

  void add(NodeId node, std::uint64_t weight) {
    close_before(node);
    const std::uint32_t row = result_.size();
    result_.parents.push_back(open_.empty() ? row : open_.back());
    result_.nodes.push_back(node);
    result_.weights.push_back(weight);
    open_.push_back(row);
  }
  /// Cannot be asked: counts for the row above.
  void merge(NodeId node, std::uint64_t weight) {
    close_before(node);
    result_.weights[open_.back()] += weight;
  }

 private:
  void close_before(NodeId node) {
    while (!open_.empty() && tree_.end(result_.nodes[open_.back()]) <= node) open_.pop_back();
  }
  ReducedTree& result_;
  const tree::Tree& tree_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

bool ReducedTree::has_bounded_totals() const {
  const std::uint64_t most = std::numeric_limits<std::int64_t>::max() / (std::uint64_t{size()} + 1);
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights) {
    if (weight > most - sum) return false;
    sum += weight;
  }
  return true;
}

ReducedTree reduced(const tree::Tree& tree, std::span<const std::uint32_t> weights, bool root_wrong) {
  ReducedTree result;
  Rows rows(result, tree);
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const std::uint32_t weight = weights.empty() ? 1 : weights[i];
    if (weight > 0 || i == 0) rows.add(NodeId{i}, weight);
  }
  result.root_is_askable = !root_wrong && result.weights[0] > 0;
  return result;
}

std::optional<ReducedTree> reduced(const Suspects& suspects, std::uint32_t limit) {
  const NodeId root = suspects.root();
  const std::uint64_t total = suspects.total();
  const Prior* prior = suspects.shape().prior().get();
  if (total > limit && (!prior || prior->is_uniform())) return std::nullopt;  // then the weight counts them
  ReducedTree result;
  Rows rows(result, suspects.shape().tree());
  result.root_is_askable = suspects.askable(root);
  rows.add(root, suspects.own_weight(root));
  std::uint32_t left = limit;
  for (std::uint64_t before = result.weights[0]; before < total;) {
    if (left-- == 0) return std::nullopt;
    const NodeId node = suspects.at_weight(before);
    const std::uint64_t weight = suspects.own_weight(node);
    if (suspects.askable(node)) {
      rows.add(node, weight);
    } else {
      rows.merge(node, weight);
    }
    before += weight;
  }
  return result;
}

}  // namespace culprit::strategy
