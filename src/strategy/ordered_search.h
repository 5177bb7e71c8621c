#pragma once

#include <cstdint>
#include <vector>

#include "src/strategy/optimum_search.h"
#include "src/strategy/reduced_tree.h"

namespace culprit::strategy {

/// A reduced tree whose subtrees are pooled, while answers take parts of it away: finds the rows that an
/// optimal search can ask first.
class OrderedSearch {
 public:
  static constexpr std::uint32_t kNoRow = 0xffffffff;

  OrderedSearch(const ReducedTree& tree, const OptimumSearch::Limits& limits);

  const TreePool::Row& bounds(std::uint32_t root) const { return pool_.row(pooled_[root]); }
  /// Makes the bounds of what is left below `root` (known wrong) exact. False if a limit was hit.
  bool solve(std::uint32_t root) { return search_.solve(pooled_[root]); }
  /// The first row below `root` that an optimal search can ask, kNoRow if there is none (left); `is_decided`
  /// becomes false if a limit was hit. Precondition: solved.
  std::uint32_t first_optimal(std::uint32_t root, bool& is_decided);
  /// All of them, in preorder.
  std::vector<std::uint32_t> all_optimal(std::uint32_t root, bool& is_decided);
  /// A row that the upper bound below `root` starts with; kNoRow if nothing is left to ask.
  std::uint32_t best_known(std::uint32_t root);
  /// What is left of the row's subtree.
  PooledTree subtree(std::uint32_t row) const { return pooled_[row]; }
  /// Takes the row's subtree away from what is left below `root`. `asked` is what it was when the row was
  /// asked: "wrong" may have been followed up since, and have taken it apart. O(depth).
  void clear(std::uint32_t root, std::uint32_t row, PooledTree asked);

 private:
  enum class Leaves : std::uint8_t { kNever, kIfTied };
  enum class Verdict : std::uint8_t { kNo, kYes, kUndecided };
  template <class Visit>
  bool visit_optimal(std::uint32_t root, Leaves leaves, Visit visit);
  Verdict is_optimal(std::uint32_t root, std::uint32_t row);
  PooledTree rest_without(std::uint32_t root, std::uint32_t row);
  std::uint32_t run_of(PooledTree parent, PooledTree child) const;
  bool is_star(PooledTree tree) const;

  TreePool pool_;
  OptimumSearch search_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> ends_;
  std::vector<PooledTree> pooled_;  ///< what is left of each row's subtree; kNoTree if no suspect is
};

}  // namespace culprit::strategy
