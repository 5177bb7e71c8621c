#pragma once

#include <cstdint>
#include <span>

#include "src/base/column.h"
#include "src/base/ids.h"

namespace culprit::strategy {

/// What is known of the nodes before the first answer: how likely each is to be at fault (its own weight, 1
/// unless told), and which cannot be (exempt: their own weight is 0). Immutable.
class Prior {
 public:
  /// `weights`: empty, or one a node; 0 makes a node exempt. `exempt`: in ascending order. The sum of the
  /// weights must stay below 2^62. O(n).
  Prior(std::uint32_t nodes, std::span<const std::uint32_t> weights, std::span<const NodeId> exempt);
  /// The same with more exempt nodes.
  Prior(const Prior& base, std::span<const NodeId> exempt);

  std::uint32_t nodes() const { return nodes_; }
  /// True if all weights are 1 or 0: then a weight is a number of nodes.
  bool is_uniform() const { return before_.empty(); }
  /// Sum of the own weights in the preorder range [first, last). O(1).
  std::uint64_t weight_between(std::uint32_t first, std::uint32_t last) const {
    if (!before_.empty()) return before_[last] - before_[first];
    return last - first - (exempt_before(last) - exempt_before(first));
  }
  bool is_exempt(std::uint32_t node) const {
    if (!before_.empty()) return before_[node + 1] == before_[node];
    return exempt_[node / 64] >> (node % 64) & 1;
  }
  std::size_t bytes() const {
    return (exempt_.size() + before_.size()) * sizeof(std::uint64_t) + rank_.size() * sizeof(std::uint32_t);
  }

 private:
  std::uint32_t exempt_before(std::uint32_t node) const {
    const std::uint64_t below = exempt_[node / 64] & ((std::uint64_t{1} << (node % 64)) - 1);
    return rank_[node / 64] + static_cast<std::uint32_t>(__builtin_popcountll(below));
  }
  void mark(std::span<const NodeId> exempt);

  std::uint32_t nodes_;
  Column<std::uint64_t> exempt_;  ///< a bit a node; used when all other weights are 1
  Column<std::uint32_t> rank_;    ///< exempt nodes before each word
  Column<std::uint64_t> before_;  ///< running sums, n + 1 of them; used when weights were given
};

}  // namespace culprit::strategy
