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
  /// With individual weights, one a node; a node of weight 0 is exempt. Empty: those of the shape. O(n).
  /// Precondition: no weights, or a shape without a prior.
  IntervalSuspects(const Shape& shape, std::span<const std::uint32_t> weights);

  /// The search goes on in this node's subtree.
  void set_root(SearchId root, bool is_wrong);
  /// The node and all below it are without fault.
  void clear(SearchId node);
  /// The same for all nodes of a preorder range. Precondition: it is a union of whole subtrees.
  void clear_between(SearchId first, SearchId last);
  /// The node stays a suspect but is not asked.
  void skip(SearchId node);
  void unskip(SearchId node);
  /// These nodes themselves (not what is below them) are without fault, and not asked; weightless ones are not asked any
  /// more. Any order. A few cost O(few); many cost O(n) once, shared by copies.
  void exempt(std::span<const SearchId> nodes);
  /// Tells strategies what a node was judged to be. Changes neither the suspects nor the root.
  void judge(SearchId node, Mark judgement);

  bool is_cleared(SearchId node) const { return next_present(node) != node; }
  bool is_skipped(SearchId node) const;
  bool is_exempt(SearchId node) const;
  /// Skipped suspects below (or at) the root, in preorder.
  std::vector<SearchId> skipped() const;

  const Shape& shape() const override { return reduced_ ? *reduced_ : *shape_; }
  SearchId root() const override { return root_; }
  bool root_is_wrong() const override { return root_is_wrong_; }
  std::uint64_t weight_between(SearchId first, SearchId last) const override;
  bool askable(SearchId n) const override;
  SearchId next_present(SearchId n) const override;
  SearchId at_weight(std::uint64_t weight) const override;
  std::uint32_t next_present_slot(std::uint32_t slot, std::uint32_t end) const override;
  /// Outside the root, what was told counts, for its whole subtree if it was right. O(judgements).
  Mark judged(SearchId n) const override;

 private:
  /// [first, last) in preorder, a union of whole subtrees; `before` is the weight of all earlier intervals.
  struct Cleared {
    SearchId first;
    SearchId last;
    std::uint64_t before;
  };
  struct Slots {
    std::uint32_t first;
    std::uint32_t last;
  };
  void clear_slot(SearchId node);
  std::uint64_t cleared_before(SearchId n) const;
  std::uint64_t exempt_before(SearchId n) const;
  void recount_cleared(std::size_t from);
  void recount_exempt();
  void reduce(std::vector<SearchId> nodes);

  const Shape* shape_;
  std::shared_ptr<const Shape> reduced_;  ///< leaves out what a prior exempts
  SearchId root_{0};
  bool root_is_wrong_ = false;
  std::vector<Cleared> cleared_;      ///< sorted, disjoint, not touching
  std::vector<Slots> cleared_slots_;  ///< of the cleared nodes themselves: sorted, disjoint, not touching
  std::vector<SearchId> exempt_;      ///< the few not in the prior, sorted, none cleared
  std::vector<std::uint64_t> exempt_sums_;         ///< weight of the first i
  std::vector<SearchId> skipped_;                  ///< sorted
  std::vector<std::pair<SearchId, Mark>> judged_;  ///< sorted by node
};

}  // namespace culprit::strategy
