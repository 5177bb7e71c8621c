#pragma once

#include <cstdint>

#include "src/base/column.h"
#include "src/strategy/shape.h"
#include "src/strategy/suspects.h"

namespace culprit::strategy {

/// The ranks of a shape (search_ranks), and the search that asks the highest ranked node each time, as a tree
/// of questions: from a node on to the highest ranked one of what "wrong" leaves, and of what "right" leaves.
/// 12 bytes a node. Answers change nothing here.
class RankedShape {
 public:
  /// O(n log n).
  explicit RankedShape(const Shape& shape);
  std::uint64_t serial() const { return serial_; }
  const Column<std::uint32_t>& ranks() const { return ranks_; }

  /// The highest ranked node that can be asked, the first in preorder of equal ones; kNoSearchId if there is none.
  /// Goes down the tree of questions by what is known: O(log n) for each answer and each skipped node.
  SearchId highest(const Suspects& suspects) const;

 private:
  void link_questions(const Shape& shape);

  std::uint64_t serial_;
  Column<std::uint32_t> ranks_;
  Column<SearchId> if_wrong_;  ///< next questions; kNoSearchId if there is none
  Column<SearchId> if_right_;
  SearchId first_ = kNoSearchId;
};

}  // namespace culprit::strategy
