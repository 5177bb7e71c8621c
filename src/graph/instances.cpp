#include "src/graph/instances.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace culprit::graph {
namespace {

bool is_dissolved(const tree::SearchTree& tree, SearchId n) {
  const tree::FunctionKind kind = tree.function(n).kind;
  return n != tree.root() && (kind == tree::FunctionKind::kLoop || kind == tree::FunctionKind::kChain);
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
      : made_(made), tree_(made.tree_), keys_(keys) {}

  void build() {
    const std::uint32_t size = tree_.size();
    made_.value_.resize(size);
    find_outer();
    node_rank_.resize(size);
    if (!keys_.empty()) slots_.resize(std::bit_ceil(std::size_t{size} * 2));
    made_.children_begin_.push_back(0);
    for (std::uint32_t i = size; i-- > 0;) {
      const SearchId node{i};
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
    std::vector<std::uint32_t> innermost(tree_.functions().size(), kNoSearchId.value());
    made_.outer_.resize(tree_.size());
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      std::uint32_t& last = innermost[tree_.function_id(SearchId{i}).value()];
      while (last != kNoSearchId.value() && tree_.end(SearchId{last}).value() <= i) last = made_.outer_[last];
      made_.outer_[i] = last;
      last = i;
    }
  }

  void add_rank(SearchId node) {
    const std::uint32_t rank = ++node_rank_[node.value()];  // had the greatest of those below
    const SearchId outer = made_.outer(node);
    if (outer != kNoSearchId) node_rank_[outer.value()] = std::max(node_rank_[outer.value()], rank);
  }

  void collect_children(SearchId node) {
    collected_.clear();
    const SearchId end = tree_.end(node);
    for (SearchId c = next_child(made_, SearchId{node.value() + 1}, end); c != end;
         c = next_child(made_, tree_.end(c), end)) {
      const std::uint32_t value = made_.value(c).value();
      if (seen_by_[value] == node.value() + 1) continue;
      seen_by_[value] = node.value() + 1;
      collected_.push_back(value);
    }
  }

  ValueId find_or_add(SearchId node) {
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

  bool is_same(ValueId known, SearchId node) const {
    const SearchId other = made_.first(known);
    return keys_[other.value()] == keys_[node.value()] &&
           tree_.function_id(other) == tree_.function_id(node) &&
           std::ranges::equal(made_.children(known), collected_);
  }

  ValueId add(SearchId node) {
    const ValueId value{made_.values()};
    made_.first_.push_back(node.value());
    made_.rank_.push_back(node_rank_[node.value()]);
    for (const std::uint32_t child : collected_) made_.children_.push_back(child);
    made_.children_begin_.push_back(static_cast<std::uint32_t>(made_.children_.size()));
    seen_by_.push_back(0);
    return value;
  }

  Instances& made_;
  const tree::SearchTree& tree_;
  std::span<const std::uint64_t> keys_;
  Column<std::uint32_t> node_rank_;
  Column<std::uint32_t> slots_;    ///< open addressing: 1 + value, or 0
  Column<std::uint32_t> seen_by_;  ///< value -> 1 + the node that collected it last
  std::vector<std::uint32_t> collected_;
};

Instances::Instances(tree::SearchTree tree, std::span<const std::uint64_t> keys) : tree_(std::move(tree)) {
  CULPRIT_CHECK(keys.empty() || keys.size() == tree_.size());
  Builder(*this, keys).build();
}

SearchId next_child(const Instances& instances, SearchId from, SearchId end) {
  while (from < end && !instances.is_instance(from)) from = SearchId{from.value() + 1};
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
  const tree::SearchTree& tree = instances.tree();
  std::vector<Arc> arcs;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (!instances.is_instance(SearchId{i})) continue;
    const SearchId end = tree.end(SearchId{i});
    for (SearchId c = next_child(instances, SearchId{i + 1}, end); c != end;
         c = next_child(instances, tree.end(c), end))
      arcs.push_back({ArcKind::kCall, i, c.value()});
  }
  return {tree.size(), tree.root().value(), std::move(arcs)};
}

}  // namespace culprit::graph
