#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace culprit::strategy {

/// Ranks for the edges between a node and its children, given what is ranked below them: the step of which
/// search_ranks() is made.
///
/// In a ranking, between any two edges of equal rank there is one of higher rank. A rank is visible from a
/// node if no edge on the way there has a higher one. The new ranks keep that law, and make the visible ranks
/// of the node the least possible, compared from the highest down.
class RankExtension {
 public:
  /// Descending.
  using Visible = std::vector<std::uint32_t>;
  struct Child {
    Visible visible;         ///< from the child, below it
    std::uint32_t rank = 0;  ///< of the edge to it: the result
  };

  /// Sets every child's rank, and returns what is visible from the node. The children's lists are used up.
  /// Near-linear in the lists, that of the child with the highest rank excepted: of that one only ranks that
  /// vanish, or that another child could have, are looked at.
  Visible run(std::span<Child> children);

 private:
  void split_levels(std::span<Child> children);
  void sort_levels();
  void order_children(std::span<const Child> children);
  void rank_above(std::span<Child> children);
  void rank_below(std::span<Child> children);
  std::uint32_t highest_needed(std::uint32_t level);
  /// No open child sees a rank in (level, ...), nor is among those after the first `left` at the level itself.
  struct Cursor {
    std::uint32_t level;
    std::size_t left;
  };
  static constexpr std::size_t kAll = static_cast<std::size_t>(-1);
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::uint32_t sees_most_below(std::uint32_t level, Cursor& cursor) const;
  std::uint32_t fewest_above(std::uint32_t from);
  bool suffices(std::uint32_t ranked_above);
  bool can_finish_below(std::uint32_t level);
  bool is_open(std::uint32_t child) const { return !is_ranked_[child] && tried_[child] != trial_; }
  std::uint32_t holders(std::uint32_t level) const;
  std::span<const std::uint32_t> level_children(std::uint32_t level) const {
    return {level_children_.data() + first_[level], level_children_.data() + first_[level + 1]};
  }
  void set_rank(std::span<Child> children, std::uint32_t child, std::uint32_t rank);

  std::uint32_t top_child_ = 0;                ///< sees the highest rank of all
  std::uint32_t levels_ = 0;                   ///< the highest rank that any other child sees
  std::uint32_t open_ = 0;                     ///< children without a rank
  std::vector<std::uint32_t> first_;           ///< a level: where its children start
  std::vector<std::uint32_t> level_children_;  ///< who sees this rank; the most that is seen below it last
  std::vector<std::uint32_t> key_;             ///< a child: its place by what it sees up to levels_
  std::vector<std::uint32_t> order_;           ///< children, the most that is seen first
  std::vector<bool> is_ranked_;
  std::vector<std::uint32_t> tried_;  ///< a child: the trial in which it got a rank
  std::uint32_t trial_ = 0;
  Visible seen_;  ///< the result, from levels_ down
};

}  // namespace culprit::strategy
