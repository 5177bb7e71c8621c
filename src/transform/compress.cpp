#include <utility>
#include <vector>

#include "src/transform/drop.h"
#include "src/transform/kinds.h"
#include "src/transform/transformations.h"

namespace culprit::transform {
namespace {

/// Walking so few nodes again costs less than remembering what was found.
constexpr std::uint32_t kFewNodes = 16;

/// A node's children, as its parent's turn will need them.
struct Children {
  SiblingWeights weights;
  Kinds kinds;  ///< of those that are recursive calls
};

/// Algorithm 1. A node's turn comes after those of all nodes below it. Then nothing changes below it but what it compresses
/// itself, and no id: a child that takes the place of a compressed one has the id that it has in the tree it comes from, so
/// the order of ids is the order of children.
class Compression {
 public:
  explicit Compression(const Reshaped& from)
      : tree_(from.tree),
        droppable_(from),
        dropped_(tree_.size()),
        has_recursive_child_(tree_.size()),
        hidden_(from.hidden()),
        weight_(tree_.size()),
        slot_(tree_.size()) {}
  NodeBits run();

 private:
  void compress_below(NodeId node);
  SiblingWeights walk(NodeId node);
  SiblingWeights take_weights(NodeId node);
  Children collect(NodeId node);
  void store(NodeId node, Children children);
  Kinds take_kinds(NodeId node);
  void forget(const Kinds& kinds);

  const tree::Tree& tree_;
  const Droppable droppable_;
  NodeBits dropped_;
  NodeBits has_recursive_child_;
  Column<std::uint32_t> hidden_;
  Column<std::uint32_t> weight_;       ///< of each node, once its turn was
  Column<std::uint32_t> slot_;         ///< of each node in stored_, plus 1
  std::vector<Children> stored_;       ///< until the parent's turn, or until it is compressed
  std::vector<std::uint32_t> unused_;  ///< slots
  std::vector<std::uint32_t> walked_;
};

NodeBits Compression::run() {
  std::size_t hidden = hidden_.size();
  for (std::uint32_t n = tree_.size(); n-- > 0;) {
    const NodeId node{n};
    if (hidden > 0 && hidden_[hidden - 1] == n) {
      --hidden;
      continue;
    }
    weight_[n] += 1;
    if (has_recursive_child_.has(node)) compress_below(node);
    if (n == 0) break;
    const NodeId parent = tree_.parent(node);
    weight_[parent.value()] += weight_[n];
    if (droppable_.has_recursive(node)) has_recursive_child_.add(parent);
  }
  return std::move(dropped_);
}

void Compression::compress_below(NodeId node) {
  Children children = collect(node);
  while (auto child = children.kinds.take_best(children.weights)) {
    children.kinds.replace(child->inside, take_kinds(child->node), children.weights);
    children.weights.replace_by(std::move(child->inside));
    dropped_.add(child->node);
  }
  weight_[node.value()] = static_cast<std::uint32_t>(children.weights.sum()) + 1;
  if (droppable_.has_recursive(node)) {
    store(node, std::move(children));
  } else {
    forget(children.kinds);
  }
}

Children Compression::collect(NodeId node) {
  Children result{walk(node), {}};
  for (NodeId child{node.value() + 1}; child < tree_.end(node); child = tree_.end(child)) {
    if (droppable_.has_recursive(child)) result.kinds.add(take_weights(child), child);
  }
  return result;
}

SiblingWeights Compression::walk(NodeId node) {
  walked_.clear();
  for (NodeId n{node.value() + 1}; n < tree_.end(node);) {
    const bool is_dropped = dropped_.has(n);
    if (!is_dropped) walked_.push_back(weight_[n.value()]);
    n = is_dropped ? NodeId{n.value() + 1} : tree_.end(n);
  }
  return SiblingWeights(walked_);
}

void Compression::store(NodeId node, Children children) {
  const std::uint32_t weight = weight_[node.value()];
  const std::uint32_t to_walk = children.weights.count() + tree_.subtree_size(node) - weight;
  if (weight == 1 || (to_walk <= kFewNodes && children.kinds.empty())) return;
  if (unused_.empty()) {
    unused_.push_back(static_cast<std::uint32_t>(stored_.size()));
    stored_.emplace_back();
  }
  stored_[unused_.back()] = std::move(children);
  slot_[node.value()] = unused_.back() + 1;
  unused_.pop_back();
}

SiblingWeights Compression::take_weights(NodeId node) {
  if (weight_[node.value()] == 1) return {};
  const std::uint32_t slot = slot_[node.value()];
  if (slot == 0) return walk(node);
  SiblingWeights result = std::move(stored_[slot - 1].weights);
  if (stored_[slot - 1].kinds.empty()) take_kinds(node);
  return result;
}

Kinds Compression::take_kinds(NodeId node) {
  const std::uint32_t slot = std::exchange(slot_[node.value()], 0);
  if (slot == 0) return {};
  unused_.push_back(slot - 1);
  return std::exchange(stored_[slot - 1], {}).kinds;
}

void Compression::forget(const Kinds& kinds) {
  std::vector<NodeId> left;
  const auto add = [&](NodeId child) { left.push_back(child); };
  kinds.for_each(add);
  while (!left.empty()) {
    const NodeId node = left.back();
    left.pop_back();
    take_kinds(node).for_each(add);
  }
}

}  // namespace

Reshaped compress(const Reshaped& from) {
  const NodeBits dropped = Compression(from).run();
  return drop(from, dropped);
}

}  // namespace culprit::transform
