#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "src/base/column.h"
#include "src/base/ids.h"

namespace culprit::strategy {

/// What is known of the nodes before the first answer: how likely each is to be at fault (its own weight, 1
/// unless told), and which cannot be (own weight 0). Of these, an exempt one is not asked either, and is left out of a
/// shape; a weightless one can be asked about what is below it, and stays. Immutable.
class Prior {
 public:
  /// `weights`: empty, or one a node; 0 makes a node exempt. `exempt`, `weightless`: in ascending order, whatever the
  /// weights say; a node in both is exempt. The sum of the weights must stay below 2^62. O(n).
  Prior(std::uint32_t nodes, std::span<const std::uint32_t> weights, std::span<const SearchId> exempt,
        std::span<const SearchId> weightless = {});
  /// The same with more exempt nodes, in ascending order.
  Prior(const Prior& base, std::span<const SearchId> exempt);

  std::uint32_t nodes() const { return nodes_; }
  /// True if all weights are 1 or 0: then a weight is a number of nodes.
  bool is_uniform() const { return before_.empty(); }
  bool has_exempt() const { return has_exempt_; }
  bool has_weightless() const { return !weightless_.empty(); }
  /// Sum of the own weights in the preorder range [first, last). O(1).
  std::uint64_t weight_between(std::uint32_t first, std::uint32_t last) const {
    if (!before_.empty()) return before_[last] - before_[first];
    return last - first - (without_before(last) - without_before(first));
  }
  bool is_weightless(std::uint32_t node) const { return !weightless_.empty() && has_bit(weightless_, node); }
  bool is_exempt(std::uint32_t node) const {
    const bool weighs = before_.empty() ? !has_bit(without_, node) : before_[node + 1] != before_[node];
    return !weighs && !is_weightless(node);
  }
  std::size_t bytes() const {
    return (without_.size() + weightless_.size() + before_.size()) * sizeof(std::uint64_t) +
           rank_.size() * sizeof(std::uint32_t);
  }

 private:
  static bool has_bit(const Column<std::uint64_t>& bits, std::uint32_t node) {
    return bits[node / 64] >> (node % 64) & 1;
  }
  std::uint32_t without_before(std::uint32_t node) const {
    const std::uint64_t below = without_[node / 64] & ((std::uint64_t{1} << (node % 64)) - 1);
    return rank_[node / 64] + static_cast<std::uint32_t>(__builtin_popcountll(below));
  }
  void mark(std::span<const SearchId> exempt);
  void take_weight(std::span<const SearchId> nodes);
  void count();

  std::uint32_t nodes_;
  bool has_exempt_ = false;
  Column<std::uint64_t> without_;     ///< a bit a node: of weight 0; used when all other weights are 1
  Column<std::uint32_t> rank_;        ///< nodes of weight 0 before each word
  Column<std::uint64_t> before_;      ///< running sums, n + 1 of them; used when weights were given
  Column<std::uint64_t> weightless_;  ///< a bit a node; empty: none is
};

/// The prior of a tree in which these rows, in ascending order, are never at fault but can be asked (the projected chains
/// of a transformation), and these are neither (the hidden parts of collapsed ones). Nothing if there are none.
std::shared_ptr<const Prior> uniform_prior(std::uint32_t nodes, std::span<const SearchId> weightless,
                                           std::span<const SearchId> exempt = {});

}  // namespace culprit::strategy
