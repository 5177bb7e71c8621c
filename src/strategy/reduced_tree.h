#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/base/ids.h"
#include "src/strategy/suspects.h"
#include "src/tree/search_tree.h"

namespace culprit::strategy {

/// The suspects as a tree of their own, a row a node, in preorder. Every row but the first can be asked. Row 0 is the
/// root of the search. It may weigh nothing, and so may weightless nodes below it, but no leaf other than the root.
///
/// Exempt nodes are left out as if their children were their parent's. A skipped node is not told
/// apart by any question from the next node above that can be asked (or the root): its weight is counted
/// there.
struct ReducedTree {
  std::vector<SearchId> nodes;
  std::vector<std::uint32_t> parents;  ///< rows; the first is its own
  std::vector<std::uint64_t> weights;
  bool root_is_askable = false;

  bool operator==(const ReducedTree&) const = default;
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes.size()); }
  /// True if no total can exceed 63 bits: the searches for the optimum need that.
  bool has_bounded_totals() const;
};

/// A whole tree. `weights`: empty for 1 each, or one a node; 0 for a node that is never at fault and never
/// asked. `weightless`, in ascending order: never at fault, but can be asked. O(n).
ReducedTree reduced(const tree::SearchTree& tree, std::span<const std::uint32_t> weights, bool root_wrong,
                    std::span<const SearchId> weightless = {});
/// What is left to search, or nothing if that is more than `limit` suspects. O(limit log^2 n), and for
/// weightless nodes O(log^2 n) each, whatever the size of the tree.
std::optional<ReducedTree> reduced(const Suspects& suspects, std::uint32_t limit);

}  // namespace culprit::strategy
