#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/strategy/suspects.h"

namespace culprit::strategy {

/// The suspects while a whole decision tree is walked: every node is cleared sooner or later and never comes
/// back, so that a Fenwick tree over preorder counts them, and what was once passed over stays passed over.
/// All weights are 1, but for weightless nodes: these count as cleared as soon as all below them is. Clearing, counting
/// and finding take O(log n), amortised. About 21 bytes a node.
class FenwickSuspects final : public Suspects {
 public:
  /// The shape must outlive this, and exempt nothing; a prior may have weightless nodes and no more.
  explicit FenwickSuspects(const Shape& shape);

  void set_root(SearchId root, bool is_wrong);
  /// Clears the node and what is still a suspect below it.
  void clear(SearchId node);

  const Shape& shape() const override { return shape_; }
  SearchId root() const override { return root_; }
  bool root_is_wrong() const override { return root_is_wrong_; }
  std::uint64_t weight_between(SearchId first, SearchId last) const override {
    return before(last.value()) - before(first.value());
  }
  bool askable(SearchId n) const override;
  SearchId next_present(SearchId n) const override;
  SearchId at_weight(std::uint64_t weight) const override;
  std::uint32_t next_present_slot(std::uint32_t slot, std::uint32_t end) const override;
  const MaxTree& light_maxima(Side side) const override { return light_[static_cast<std::size_t>(side)]; }
  void tighten(Side side, std::uint32_t position, std::uint64_t bound) const override;

 private:
  bool is_suspect(std::uint32_t node) const { return bits_[node / 64] >> (node % 64) & 1; }
  std::uint32_t before(std::uint32_t node) const;
  /// The suspect with `count` others before it in the whole tree, or the tree's size.
  std::uint32_t nth(std::uint64_t count) const;
  void remove(std::uint32_t node);

  const Shape& shape_;
  SearchId root_{0};
  bool root_is_wrong_ = false;
  Column<std::uint64_t> bits_;               ///< a bit a node: still a suspect
  Column<std::uint32_t> sums_;               ///< Fenwick tree over the words of bits_
  mutable Column<std::uint32_t> next_slot_;  ///< union-find: the first slot from here on that is not cleared
  mutable MaxTree light_[2];
};

}  // namespace culprit::strategy
