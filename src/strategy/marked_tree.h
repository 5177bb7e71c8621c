#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "src/base/ids.h"

namespace culprit::strategy {

/// The marked execution tree (MET) of D. Insa and J. Silva, "Implementation of an Optimal Strategy for
/// Algorithmic Debugging": what Optimal Divide & Query needs to know of a tree, in each of the paper's three
/// architectures (StandardTree, FixTree, DynamicTree). They are here so that the paper can be followed step
/// by step; sessions use IntervalSuspects, which ask the same questions at a fraction of the cost.
class MarkedTree {
 public:
  enum class State : std::uint8_t { kUndefined, kWrong, kRight, kTrusted, kUnknown };

  virtual ~MarkedTree() = default;
  /// Where the strategy starts: the node last marked wrong, or the root of all.
  virtual SearchId root() const = 0;
  virtual State state(SearchId node) const = 0;
  /// False while the call has not returned: then it cannot be asked.
  virtual bool is_completed(SearchId) const { return true; }
  /// Where the strategy can go from here, in call order: what may hold the bug and is completed. O(what is
  /// left out and what is returned).
  virtual std::vector<SearchId> children(SearchId node) const = 0;
  virtual std::uint64_t individual_weight(SearchId) const { return 1; }
  /// Of the subtree. A wrong node's own weight does not count: it need not be asked again.
  virtual std::uint64_t weight(SearchId node) const = 0;

  /// Precondition of both: the node was returned by select_node or can be reached by children() from the
  /// root.
  virtual void mark_right(SearchId node) = 0;
  virtual void mark_wrong(SearchId node) = 0;
};

/// Algorithm 2, Optimal D&Q, with Frame 3's extension to several wrong nodes: a wrong node met on the way
/// becomes the root. kNoSearchId if no undefined node is left to ask. Ties go to the first child.
SearchId select_node(const MarkedTree& tree);

/// Algorithm 1: asks until nothing undefined is left; the buggy node, or kNoSearchId if there is none.
SearchId find_buggy_node(MarkedTree& tree, const std::function<bool(SearchId)>& is_right);

}  // namespace culprit::strategy
