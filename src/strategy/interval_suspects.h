#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "src/strategy/suspects.h"

namespace culprit::strategy {

/// The suspects of a session: answers are a sorted list of cleared intervals over a frozen shape, so that an
/// answer costs O(answers), a weight O(log answers), and a copy (to try an answer out, or to undo) O(answers)
/// too.
class IntervalSuspects final : public Suspects {
 public:
  /// Every node of the tree is a suspect; its root is the root, undefined. The shape must outlive this.
  explicit IntervalSuspects(const Shape& shape) : IntervalSuspects(shape, {}) {}
  /// With individual weights, one a node; a node of weight 0 cannot be at fault. Empty: 1 each. O(n).
  IntervalSuspects(const Shape& shape, std::span<const std::uint32_t> weights);

  /// The search goes on in this node's subtree.
  void set_root(NodeId root, bool is_wrong);
  /// The node and all below it are without fault.
  void clear(NodeId node);
  /// The same for all nodes of a preorder range. Precondition: it is a union of whole subtrees.
  void clear_between(NodeId first, NodeId last);
  /// The node stays a suspect but is not asked.
  void skip(NodeId node);
  void unskip(NodeId node);
  /// These nodes themselves (not what is below them) are without fault, and not asked. Any order. A few cost
  /// O(few); many cost O(n) once, shared by copies.
  void exempt(std::span<const NodeId> nodes);
  /// Tells strategies what a node was judged to be. Changes neither the suspects nor the root.
  void judge(NodeId node, graph::Judgement judgement);

  bool is_cleared(NodeId node) const { return next_present(node) != node; }
  bool is_skipped(NodeId node) const;
  bool is_exempt(NodeId node) const;
  /// Skipped suspects below (or at) the root, in preorder.
  std::vector<NodeId> skipped() const;

  const Shape& shape() const override { return reduced_ ? *reduced_ : *shape_; }
  NodeId root() const override { return root_; }
  bool root_is_wrong() const override { return root_is_wrong_; }
  std::uint64_t weight_between(NodeId first, NodeId last) const override;
  bool askable(NodeId n) const override;
  NodeId next_present(NodeId n) const override;
  NodeId at_weight(std::uint64_t weight) const override;
  std::uint32_t next_present_slot(std::uint32_t slot, std::uint32_t end) const override;
  /// Outside the root, what was told counts, for its whole subtree if it was right. O(judgements).
  graph::Judgement judged(NodeId n) const override;

 private:
  /// [first, last) in preorder, a union of whole subtrees; `before` is the weight of all earlier intervals.
  struct Cleared {
    NodeId first;
    NodeId last;
    std::uint64_t before;
  };
  struct Slots {
    std::uint32_t first;
    std::uint32_t last;
  };
  void clear_slot(NodeId node);
  std::uint64_t cleared_before(NodeId n) const;
  std::uint64_t exempt_before(NodeId n) const;
  void recount_cleared(std::size_t from);
  void recount_exempt();
  void reduce(std::vector<NodeId> nodes);

  const Shape* shape_;
  std::shared_ptr<const Shape> reduced_;  ///< leaves out what a prior exempts
  NodeId root_{0};
  bool root_is_wrong_ = false;
  std::vector<Cleared> cleared_;      ///< sorted, disjoint, not touching
  std::vector<Slots> cleared_slots_;  ///< of the cleared nodes themselves: sorted, disjoint, not touching
  std::vector<NodeId> exempt_;        ///< the few not in the prior, sorted, none cleared
  std::vector<std::uint64_t> exempt_sums_;                   ///< weight of the first i
  std::vector<NodeId> skipped_;                              ///< sorted
  std::vector<std::pair<NodeId, graph::Judgement>> judged_;  ///< sorted by node
};

}  // namespace culprit::strategy
