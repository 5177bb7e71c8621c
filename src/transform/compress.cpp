#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "src/transform/drop.h"
#include "src/transform/kinds.h"
#include "src/transform/transformations.h"

namespace culprit::transform {
namespace {

/// Walking so few nodes again costs less than remembering what was found.
constexpr std::uint8_t kFewNodes = 16;

/// A node's children: all, and those that are recursive calls.
struct Children {
  SiblingWeights weights;
  Kinds kinds;
};

/// Algorithm 1. A node's turn comes after those of all nodes below it. Then nothing changes below it but what it compresses
/// itself, and no id: a child that takes the place of a compressed one has the id that it has in the tree it comes from, so
/// the order of ids is the order of children.
///
/// The children of a node that were found in its turn are needed again in its parent's turn, and when it is compressed. Few
/// are found again, many are stored: what is stored for a node is charged to more than `few` that no other node has.
class Compression {
 public:
  Compression(const Reshaped& from, const Wishes& wishes, std::uint8_t few)
      : few_(few),
        tree_(from.tree),
        droppable_(from, wishes),
        dropped_(tree_.size()),
        has_recursive_child_(tree_.size()),
        hidden_(from.hidden()),
        weight_(tree_.size()),
        to_walk_(tree_.size()),
        slot_(tree_.size()) {}
  RowBits run(Steps& steps);

 private:
  void compress_below(SearchId node);
  template <class Visit>
  void for_each_child(SearchId node, Visit visit) const;
  SiblingWeights walk(SearchId node);
  Children collect(SearchId node);
  bool is_stored(SearchId node) const { return to_walk_[node.value()] > few_; }
  Children& stored(SearchId node);
  void store(SearchId node, Children children);
  SiblingWeights take_weights(SearchId node);
  Kinds take_kinds(SearchId node);
  void release(SearchId node);

  const std::uint8_t few_;
  const tree::SearchTree& tree_;
  const Droppable droppable_;
  RowBits dropped_;
  RowBits has_recursive_child_;
  Column<std::uint32_t> hidden_;
  Column<std::uint32_t> weight_;  ///< of each node, once its turn was
  Column<std::uint8_t> to_walk_;  ///< nodes that a walk meets; 0 if none was needed, few_ + 1 if more
  Column<std::uint32_t> slot_;    ///< of each node in slots_, plus 1; 0 if it has none, or none any more
  std::deque<Children> slots_;
  std::vector<std::uint32_t> unused_;  ///< slots
  std::vector<std::uint32_t> walked_;
};

RowBits Compression::run(Steps& steps) {
  std::size_t hidden = hidden_.size();
  for (std::uint32_t n = tree_.size(); n-- > 0;) {
    steps.next();
    const SearchId node{n};
    if (hidden > 0 && hidden_[hidden - 1] == n) {
      --hidden;
      continue;
    }
    weight_[n] += 1;
    if (has_recursive_child_.has(node)) compress_below(node);
    if (n == 0) break;
    const SearchId parent = tree_.parent(node);
    weight_[parent.value()] += weight_[n];
    if (droppable_.has_recursive(node)) has_recursive_child_.add(parent);
  }
  return std::move(dropped_);
}

void Compression::compress_below(SearchId node) {
  Children children = collect(node);
  std::uint64_t to_walk = children.weights.count();
  while (auto child = children.kinds.take_best(children.weights)) {
    const std::uint8_t walked = to_walk_[child->node.value()];
    to_walk += walked > 0 ? walked : child->inside.count();
    children.kinds.replace(child->inside, take_kinds(child->node), children.weights);
    children.weights.replace_by(std::move(child->inside));
    dropped_.add(child->node);
  }
  weight_[node.value()] = static_cast<std::uint32_t>(children.weights.sum()) + 1;
  to_walk_[node.value()] = static_cast<std::uint8_t>(std::min<std::uint64_t>(to_walk, few_ + 1));
  if (droppable_.has_recursive(node)) store(node, std::move(children));
}

template <class Visit>
void Compression::for_each_child(SearchId node, Visit visit) const {
  for (SearchId n{node.value() + 1}; n < tree_.end(node);) {
    const bool is_dropped = dropped_.has(n);
    if (!is_dropped) visit(n);
    n = is_dropped ? SearchId{n.value() + 1} : tree_.end(n);
  }
}

SiblingWeights Compression::walk(SearchId node) {
  walked_.clear();
  for_each_child(node, [&](SearchId child) { walked_.push_back(weight_[child.value()]); });
  return SiblingWeights(walked_);
}

Children Compression::collect(SearchId node) {
  Children result{walk(node), {}};
  for_each_child(node, [&](SearchId child) {
    if (droppable_.has_recursive(child)) result.kinds.add(take_weights(child), child);
  });
  return result;
}

Children& Compression::stored(SearchId node) {
  std::uint32_t& slot = slot_[node.value()];
  if (slot == 0) {
    if (unused_.empty()) {
      unused_.push_back(static_cast<std::uint32_t>(slots_.size()));
      slots_.emplace_back();
    }
    slot = unused_.back() + 1;
    unused_.pop_back();
  }
  return slots_[slot - 1];
}

void Compression::store(SearchId node, Children children) {
  if (is_stored(node)) {
    stored(node) = std::move(children);
    return;
  }
  // Its kinds will be found again: what was taken from the children for them goes back.
  children.kinds.for_each([&](const SiblingWeights& inside, SearchId child) {
    if (is_stored(child)) stored(child).weights = inside;
  });
}

SiblingWeights Compression::take_weights(SearchId node) {
  if (weight_[node.value()] == 1) return {};
  if (!is_stored(node)) return walk(node);
  SiblingWeights result = std::move(stored(node).weights);
  if (stored(node).kinds.empty()) release(node);
  return result;
}

Kinds Compression::take_kinds(SearchId node) {
  if (!has_recursive_child_.has(node)) return {};
  if (!is_stored(node)) return collect(node).kinds;
  if (slot_[node.value()] == 0) return {};
  Kinds result = std::move(stored(node).kinds);
  release(node);
  return result;
}

void Compression::release(SearchId node) {
  const std::uint32_t slot = std::exchange(slot_[node.value()], 0) - 1;
  slots_[slot] = {};
  unused_.push_back(slot);
}

}  // namespace

Reshaped compress(Reshaped from, const Wishes& wishes, std::uint8_t few, const Progress& progress) {
  Steps steps(progress, "compressing the tree", std::uint64_t{2} * from.tree.size());
  const RowBits dropped = Compression(from, wishes, few).run(steps);
  return drop(std::move(from), dropped, steps);
}

Reshaped compress(Reshaped from, const Wishes& wishes, const Progress& progress) {
  return compress(std::move(from), wishes, kFewNodes, progress);
}

}  // namespace culprit::transform
