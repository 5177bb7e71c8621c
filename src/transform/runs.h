#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/transform/reshaped.h"

namespace culprit::transform {

/// Runs of siblings that are to get a made node of their own. Two of them are disjoint, or one lies inside the other and is
/// shorter.
class Runs {
 public:
  struct Run {
    NodeId last;
    Made kind;
  };

  explicit Runs(std::uint32_t nodes) : newest_(nodes) {}
  /// Precondition: `last` is `first` or a later sibling. O(1).
  void add(Made kind, NodeId first, NodeId last);
  bool has_projected() const { return has_projected_; }
  /// Those that begin at a node, outermost first. O(k log k) for k of them.
  const std::vector<Run>& starting_at(NodeId first);

 private:
  struct Row {
    std::uint32_t last;
    std::uint32_t older;  ///< the next one with the same first node, as in newest_
  };
  Column<std::uint32_t> newest_;  ///< node -> 1 + row, or 0
  Column<Row> rows_;
  Column<std::uint8_t> kinds_;  ///< enum Made
  bool has_projected_ = false;
  std::vector<Run> found_;
};

/// The tree with a made node above each run. O(n); beside the result it takes 8 bytes for each level of the deepest node.
Reshaped with_runs(const Reshaped& from, Runs& runs);

}  // namespace culprit::transform
