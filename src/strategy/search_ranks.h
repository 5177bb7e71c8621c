#pragma once

#include <cstdint>

#include "src/base/column.h"
#include "src/strategy/question_plan.h"
#include "src/strategy/reduced_tree.h"
#include "src/strategy/shape.h"

namespace culprit::strategy {

/// A rank for every node of a shape, such that asking the highest ranked node that is left finds any node in
/// the fewest questions that suffice for all: as many as the highest rank below a wrong root, or of all if the
/// root has to be asked, too. (An optimal edge ranking; the edge is that to a node's parent.) Nodes that are
/// not in the shape have rank 0. Weightless nodes are ranked as if they had to be found: that suffices, but where leaving
/// them unasked would be better, it may not be the fewest.
///
/// O(n log n) time, and nearly linear on real trees; no recursion.
Column<std::uint32_t> search_ranks(const Shape& shape);

/// The search that asks the highest ranked node each time; of equal ones the first in preorder. O(n log n).
QuestionPlan plan_by_ranks(const ReducedTree& tree, const Column<std::uint32_t>& ranks);

}  // namespace culprit::strategy
