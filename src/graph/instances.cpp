#include "src/graph/instances.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace culprit::graph {
namespace {

bool is_dissolved(const tree::Tree& tree, NodeId n) {
  const tree::FunctionKind kind = tree.function(n).kind;
  return n != tree.root() && (kind == tree::FunctionKind::kLoop || kind == tree::FunctionKind::kRun);
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

}  // namespace

/// One sweep forward for the nearest instances above, one backward for ranks and values: children stand after their
/// parents in the tree, so they are known when a parent is looked up.
class Instances::Builder {
 public:
  Builder(Instances& made, std::span<const std::uint64_t> keys)
      : made_(made), tree_(*made.tree_), keys_(keys) {}

  void build() {
    const std::uint32_t size = tree_.size();
    made_.value_.resize(size);
    find_outer();
    node_rank_.resize(size);
    if (!keys_.empty()) slots_.resize(std::bit_ceil(std::size_t{size} * 2));
    made_.children_begin_.push_back(0);
    for (std::uint32_t i = size; i-- > 0;) {
      const NodeId node{i};
      if (is_dissolved(tree_, node)) {
        made_.value_[i] = kNoValue.value();
        continue;
      }
      add_rank(node);
      collect_children(node);
      made_.value_[i] = find_or_add(node).value();
      made_.first_[made_.value_[i]] = i;
    }
  }

 private:
  void find_outer() {
    std::vector<std::uint32_t> innermost(tree_.functions().size(), kNoNode.value());
    made_.outer_.resize(tree_.size());
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      std::uint32_t& last = innermost[tree_.function_id(NodeId{i}).value()];
      while (last != kNoNode.value() && tree_.end(NodeId{last}).value() <= i) last = made_.outer_[last];
      made_.outer_[i] = last;
      last = i;
    }
  }

  void add_rank(NodeId node) {
    const std::uint32_t rank = ++node_rank_[node.value()];  // had the greatest of those below
    const NodeId outer = made_.outer(node);
    if (outer != kNoNode) node_rank_[outer.value()] = std::max(node_rank_[outer.value()], rank);
  }

  void collect_children(NodeId node) {
    collected_.clear();
    const NodeId end = tree_.end(node);
    for (NodeId c = next_child(made_, NodeId{node.value() + 1}, end); c != end;
         c = next_child(made_, tree_.end(c), end)) {
      const std::uint32_t value = made_.value(c).value();
      if (seen_by_[value] == node.value() + 1) continue;
      seen_by_[value] = node.value() + 1;
      collected_.push_back(value);
    }
  }

  ValueId find_or_add(NodeId node) {
    if (keys_.empty()) return add(node);
    std::uint64_t hash = mixed(keys_[node.value()], tree_.function_id(node).value());
    for (const std::uint32_t child : collected_) hash = mixed(hash, child);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == 0) {
        const ValueId value = add(node);
        slots_[at] = value.value() + 1;
        return value;
      }
      const ValueId known{slots_[at] - 1};
      if (is_same(known, node)) return known;
    }
  }

  bool is_same(ValueId known, NodeId node) const {
    const NodeId other = made_.first(known);
    return keys_[other.value()] == keys_[node.value()] &&
           tree_.function_id(other) == tree_.function_id(node) &&
           std::ranges::equal(made_.children(known), collected_);
  }

  ValueId add(NodeId node) {
    const ValueId value{made_.values()};
    made_.first_.push_back(node.value());
    made_.rank_.push_back(node_rank_[node.value()]);
    for (const std::uint32_t child : collected_) made_.children_.push_back(child);
    made_.children_begin_.push_back(static_cast<std::uint32_t>(made_.children_.size()));
    seen_by_.push_back(0);
    return value;
  }

  Instances& made_;
  const tree::Tree& tree_;
  std::span<const std::uint64_t> keys_;
  Column<std::uint32_t> node_rank_;
  Column<std::uint32_t> slots_;    ///< open addressing: 1 + value, or 0
  Column<std::uint32_t> seen_by_;  ///< value -> 1 + the node that collected it last
  std::vector<std::uint32_t> collected_;
};

Instances::Instances(const tree::Tree& tree, std::span<const std::uint64_t> keys) : tree_(&tree) {
  CULPRIT_CHECK(keys.empty() || keys.size() == tree.size());
  Builder(*this, keys).build();
}

NodeId next_child(const Instances& instances, NodeId from, NodeId end) {
  while (from < end && !instances.is_instance(from)) from = NodeId{from.value() + 1};
  return from;
}

Digraph value_graph(const Instances& instances) {
  std::vector<Arc> arcs;
  for (std::uint32_t v = 0; v < instances.values(); ++v)
    for (const std::uint32_t child : instances.children(ValueId{v}))
      arcs.push_back({ArcKind::kCall, v, child});
  return {instances.values(), instances.value(instances.tree().root()).value(), std::move(arcs)};
}

Digraph instance_graph(const Instances& instances) {
  const tree::Tree& tree = instances.tree();
  std::vector<Arc> arcs;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (!instances.is_instance(NodeId{i})) continue;
    const NodeId end = tree.end(NodeId{i});
    for (NodeId c = next_child(instances, NodeId{i + 1}, end); c != end;
         c = next_child(instances, tree.end(c), end))
      arcs.push_back({ArcKind::kCall, i, c.value()});
  }
  return {tree.size(), tree.root().value(), std::move(arcs)};
}

}  // namespace culprit::graph
