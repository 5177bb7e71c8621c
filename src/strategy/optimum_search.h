#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "src/strategy/tree_pool.h"

namespace culprit::strategy {

/// Branch and bound for the least total of a pooled tree, memoised in the pool's rows. What it finds does not
/// depend on the machine, nor on time. No recursion: neither the depth of a tree nor the length of a row of
/// questions costs stack.
class OptimumSearch {
 public:
  struct Limits {
    std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
  };
  static constexpr std::uint64_t kNoCut = std::numeric_limits<std::uint64_t>::max();

  OptimumSearch(TreePool& pool, const Limits& limits) : pool_(pool), limits_(limits) {}

  /// Narrows the bounds in the tree's row until they meet or the lower one reaches `cut`. False if a limit
  /// was hit before; the bounds hold nevertheless.
  bool solve(PooledTree tree, std::uint64_t cut = kNoCut);
  /// Lowers upper bounds to what asking the node closest to half gives, for the tree and all that this leads
  /// to.
  bool probe(PooledTree tree);
  bool is_exhausted() const;
  std::uint64_t steps() const { return pool_.steps() + steps_; }

 private:
  /// A node in the tree of a frame, and the way up from it.
  struct Place {
    PooledTree tree;
    std::uint32_t above;  ///< its parent, in places_
    std::uint32_t run;    ///< which of the parent's children
  };
  struct Frame {
    PooledTree tree;
    std::uint64_t cut;
    std::uint32_t first_place;
    std::uint32_t first_candidate;
    std::uint32_t next;         ///< candidate
    PooledTree rest = kNoTree;  ///< of the candidate, if already made
  };
  struct Halving {
    PooledTree tree;
    PooledTree inside = kNoTree;
    PooledTree rest = kNoTree;
  };

  std::uint64_t target(const Frame& frame) const;
  bool is_settled(PooledTree tree, std::uint64_t cut) const;
  void open(PooledTree tree, std::uint64_t cut);
  void close();
  void advance();
  void list_candidates(Frame& frame);
  bool try_candidate(Frame& frame, PooledTree inside);
  PooledTree rest_without(std::uint32_t place);
  Halving halve(PooledTree tree);
  void note_question(PooledTree tree, PooledTree inside, PooledTree rest);

  TreePool& pool_;
  Limits limits_;
  std::uint64_t steps_ = 0;
  std::vector<Frame> frames_;
  std::vector<Place> places_;              ///< of all frames, back to back
  std::vector<std::uint32_t> candidates_;  ///< places, the same way; the most even split first
};

}  // namespace culprit::strategy
