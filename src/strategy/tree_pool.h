#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/base/ids.h"

namespace culprit::strategy {

/// A tree in a pool. Two of one pool are the same if and only if the trees are, whatever the order of
/// siblings.
using PooledTree = Id<struct PooledTreeTag, std::uint32_t>;
inline constexpr PooledTree kNoTree{0xffffffff};

/// Unordered trees, each stored once (hash-consed): equal subtrees share a row, equal siblings a run. What is
/// found out about a tree is kept with it.
///
/// Nodes have individual weights. These may be 0, but a tree that weighs nothing is nobody's child: what is left without
/// suspects vanishes.
class TreePool {
 public:
  /// So many equal siblings.
  struct Run {
    PooledTree tree;
    std::uint32_t count;
    bool operator==(const Run&) const = default;
  };
  struct Row {
    std::uint64_t weight;     ///< of all nodes
    std::uint64_t lower = 0;  ///< the least total is in [lower, upper]
    std::uint64_t upper = 0;
    double entropy;               ///< sum of w lg w over the individual weights
    PooledTree inside = kNoTree;  ///< a question that reaches `upper`: what is left if the answer is "wrong",
    PooledTree rest = kNoTree;    ///< and if it is "right"; kNoTree for the heaviest child
    std::uint32_t first_run;
    std::uint32_t runs;
    std::uint32_t degree;  ///< children
    std::uint32_t nodes;
    std::uint32_t hash;
    bool is_plain;           ///< every node weighs 1
    bool is_counted;         ///< every node weighs 1 or nothing
    bool is_probed = false;  ///< `upper` is no worse than that of halving
  };

  /// The tree of a node with these children, in any order; runs of equal trees need not be joined. O(r log r)
  /// for r runs. Precondition: children weigh at least 1 each.
  PooledTree add(std::uint64_t own, std::vector<Run>& children);
  /// The same without one of the children at `run`, and with `with` instead unless it is kNoTree or weighs nothing.
  /// O(runs).
  PooledTree replace_child(PooledTree tree, std::uint32_t run, PooledTree with);

  const Row& row(PooledTree tree) const { return rows_[tree.value()]; }
  Row& row(PooledTree tree) { return rows_[tree.value()]; }
  /// Heaviest first.
  std::span<const Run> runs(PooledTree tree) const {
    return {runs_.data() + row(tree).first_run, row(tree).runs};
  }
  std::uint64_t weight(PooledTree tree) const { return row(tree).weight; }
  std::uint64_t own_weight(PooledTree tree) const;
  bool is_leaf(PooledTree tree) const { return row(tree).runs == 0; }
  bool is_exact(PooledTree tree) const { return row(tree).lower == row(tree).upper; }

  std::size_t bytes() const;
  /// Grows with every row and run that was looked at: a measure of work that does not depend on the machine.
  std::uint64_t steps() const { return steps_; }

 private:
  bool is_before(const Run& a, const Run& b) const;
  PooledTree intern(std::uint64_t own);
  void append(std::uint64_t own, std::uint32_t hash);
  void grow_table();

  std::vector<Row> rows_;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> table_;
  std::vector<Run> scratch_;
  std::uint64_t steps_ = 0;
};

}  // namespace culprit::strategy
