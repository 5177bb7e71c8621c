#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/graph/run_facts.h"
#include "src/strategy/effort.h"
#include "src/strategy/max_tree.h"
#include "src/strategy/prior.h"
#include "src/tree/search_tree.h"

namespace culprit::strategy {

/// The children of a node on a heavy path that come before or after the path's next node, in call order.
enum class Side : std::uint8_t { kBefore, kAfter };

/// What selection needs beyond the tree's own columns, frozen once: children by weight, and heavy paths.
/// Under 17 bytes a node. An answer changes nothing here.
///
/// A heavy path goes from a node (its head) to the heaviest child, to that one's heaviest child, and so on to
/// a leaf. Paths lie back to back in one row of positions; every way from a node up to the root meets at most
/// log2(weight) of them. Along a path ids ascend and weights fall.
///
/// With a prior, weights are those of the prior, and exempt nodes are left out as if their children were
/// their parent's (the root of the tree always stays): millions of trusted calls cost a question nothing. Weightless
/// ones stay.
class Shape {
 public:
  /// Sizes as weights. O(n) time apart from sorting siblings; no recursion.
  explicit Shape(tree::SearchTree tree) : Shape(std::move(tree), nullptr) {}
  /// Takes 4 bytes a node more if something is exempt. Without a prior, nullptr: sizes as weights.
  Shape(tree::SearchTree tree, std::shared_ptr<const Prior> prior, const Progress& progress = no_progress);
  const tree::SearchTree& tree() const { return tree_; }
  const std::shared_ptr<const Prior>& prior() const { return prior_; }

  /// False for a node that the prior exempts, unless it is the tree's root.
  bool has(SearchId n) const { return !prior_ || n.value() == 0 || !prior_->is_exempt(n.value()); }
  /// The nearest node above that is in the shape, or kNoSearchId. Also for nodes that are not.
  SearchId parent(SearchId n) const {
    return parent_.empty() ? tree_.parent(n) : SearchId{parent_[n.value()]};
  }
  bool has_weightless() const { return prior_ && prior_->has_weightless(); }
  bool is_weightless(SearchId n) const { return prior_ && prior_->is_weightless(n.value()); }
  /// Weight of a range, or of a subtree, before any answer. O(1).
  std::uint64_t weight_between(SearchId first, SearchId last) const {
    return prior_ ? prior_->weight_between(first.value(), last.value()) : last.value() - first.value();
  }
  std::uint64_t weight(SearchId n) const { return weight_between(n, tree_.end(n)); }

  /// Children, heaviest first; equal ones in call order. Without a prior the weight is the subtree's size.
  std::span<const std::uint32_t> children_by_size(SearchId n) const {
    return {children_.data() + first_slot(n), children_.data() + end_slot(n)};
  }
  /// The same by slots: the rows of all nodes' children lie back to back.
  std::uint32_t first_slot(SearchId n) const { return first_slot_[n.value()]; }
  std::uint32_t end_slot(SearchId n) const { return first_slot_[n.value() + 1]; }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(children_.size()); }
  SearchId child_at(std::uint32_t slot) const { return SearchId{children_[slot]}; }
  /// Where the node stands among its siblings. O(log siblings). Precondition: has(n), and it is not the
  /// tree's root.
  std::uint32_t slot_of(SearchId n) const;
  /// The first slot in [slot, end) that has a child in the id range [lowest, limit), or `end`. The slots must
  /// be one node's. O(log) for each different weight passed over.
  std::uint32_t next_slot_between(std::uint32_t slot, std::uint32_t end, SearchId lowest,
                                  SearchId limit) const;
  /// The first slot after `slot`, before `end`, that has a lighter child or one with an id >= lowest.
  std::uint32_t skip_equal_until(std::uint32_t slot, std::uint32_t end, SearchId lowest) const;

  std::uint32_t position(SearchId n) const { return position_[n.value()]; }
  SearchId at_position(std::uint32_t position) const { return SearchId{path_[position]}; }
  std::uint32_t positions() const { return static_cast<std::uint32_t>(path_.size()); }
  std::uint32_t head_position(std::uint32_t position) const;
  /// Upper bounds of the light children's weights along paths, and the exact one at a position: where its
  /// heaviest light child on that side is (a slot), or end_slot if it has none there.
  const MaxTree& light_maxima(Side side) const { return light_[static_cast<std::size_t>(side)]; }
  std::uint32_t light_slot(Side side, std::uint32_t position) const;

  /// What is known of the run beyond the shape of its tree, for strategies that look at functions, a key for each row. Nothing
  /// unless somebody knows. Worked out each time: O(n).
  graph::RunFacts facts() const { return make_facts_ ? make_facts_() : graph::RunFacts(); }
  /// Who knows more than the tree says.
  void set_facts(std::function<graph::RunFacts()> make) { make_facts_ = std::move(make); }

  /// What is known of the effort of judging rows, the same way.
  EffortColumns effort_columns() const { return make_effort_ ? make_effort_() : EffortColumns(); }
  void set_effort(std::function<EffortColumns()> make) { make_effort_ = std::move(make); }

  /// Different for every shape that this process makes: what is worked out for one can be kept with it.
  std::uint64_t serial() const { return serial_; }
  /// What this takes, the tree not counted.
  std::size_t bytes() const;

 private:
  friend class ShapeBuilder;
  tree::SearchTree tree_;
  std::shared_ptr<const Prior> prior_;
  std::function<graph::RunFacts()> make_facts_;
  std::function<EffortColumns()> make_effort_;
  std::uint64_t serial_;
  Column<std::uint32_t> parent_;       ///< only if something is exempt
  Column<std::uint32_t> first_slot_;   ///< n + 1
  Column<std::uint32_t> children_;     ///< by slot
  Column<std::uint32_t> path_;         ///< node at each position
  Column<std::uint32_t> position_;     ///< of each node
  Column<std::uint64_t> head_bits_;    ///< a bit a position: starts a path
  Column<std::uint32_t> head_before_;  ///< the last head before each word of bits
  MaxTree light_[2];
};

}  // namespace culprit::strategy
