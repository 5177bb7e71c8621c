#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace culprit::transform {

/// The weights of a node's children, and what asking for them costs from the heaviest to the lightest.
///
/// Cost is that of Algorithm 1 (see compress.cpp): position times weight, summed, and one more for each child. That is
/// the sum of min(v, w) over all pairs v, w of siblings (a child and itself included) and the number of siblings, so what a
/// replacement changes is a sum over the pairs that come and go.
///
/// Each different weight has a row; their number is below the square root of twice the sum.
class SiblingWeights {
 public:
  SiblingWeights() = default;
  /// Sorts `weights`. Precondition: none is 0.
  explicit SiblingWeights(std::vector<std::uint32_t>& weights);

  std::uint32_t count() const { return rows_.empty() ? 0 : rows_.back().count_until; }
  std::uint64_t sum() const { return rows_.empty() ? 0 : rows_.back().sum_until; }
  std::uint64_t cost() const { return cost_; }
  /// How many weigh that or more. O(log rows).
  std::uint32_t count_from(std::uint32_t weight) const;
  /// How much lower the cost of both together is if a child with the children `inside` is replaced by them. Negative if it is
  /// higher. O(r log s), where r and s are the rows of the one that has fewer and of the other.
  /// Precondition: such a child is here.
  std::int64_t saving(const SiblingWeights& inside) const;
  /// Replaces it. O(log n) amortised for each node below, if every set is replaced into another once: the lighter set is
  /// added to the heavier one, row by row, and a row touches only the rows of smaller weights.
  void replace_by(SiblingWeights inside);

  /// Any order will do.
  friend auto operator<=>(const SiblingWeights& a, const SiblingWeights& b) { return a.rows_ <=> b.rows_; }
  friend bool operator==(const SiblingWeights& a, const SiblingWeights& b) { return a.rows_ == b.rows_; }

 private:
  /// A weight, with the number and the sum of all weights from the heaviest down to this one.
  struct Row {
    std::uint32_t weight;
    std::uint32_t count_until;
    std::uint64_t sum_until;
    auto operator<=>(const Row&) const = default;
  };
  std::uint32_t count_at(std::size_t row) const {
    return rows_[row].count_until - (row > 0 ? rows_[row - 1].count_until : 0);
  }
  /// The first row that is not heavier.
  std::size_t find(std::uint32_t weight) const;
  /// The sum of min(w, limit).
  std::uint64_t capped_sum(std::uint32_t limit) const;
  /// The sum of min(v, w) over all v of one and w of the other.
  static std::uint64_t pairs(const SiblingWeights& a, const SiblingWeights& b);
  void add(std::uint32_t weight, std::uint32_t count);
  void remove(std::uint32_t weight);

  std::vector<Row> rows_;  ///< the heaviest first
  std::uint64_t cost_ = 0;
};

}  // namespace culprit::transform
