#pragma once

#include "src/transform/contexts.h"
#include "src/transform/reshaped.h"

namespace culprit::transform {

// Each gives a new tree, whose origins are nodes of the same original as those of the tree it was made from.

/// Dissolves iterations: their children become those of the call around them.
Reshaped without_loops(const Reshaped& from);
/// Tree compression (Davie and Chitil): a child of its parent's function goes, its children take its place.
Reshaped compress_all(const Reshaped& from);
/// Only where it lowers the cost of going down from the root: Algorithm 1 of Insa and Silva's tree compression paper.
Reshaped compress(const Reshaped& from);
/// The same whatever `few` < 255 is: how many nodes are rather found again than stored.
Reshaped compress(const Reshaped& from, std::uint8_t few);
/// Only a recursive call without children, or whose only child is another recursive call: the paper's rule for D&Q.
Reshaped compress_chains(const Reshaped& from);
/// Shrink EF (Algorithms 1 and 3 of Insa, Silva and Riesco's balancing paper): a maximal chain of two or more leaves of one
/// function becomes a collapsed node.
Reshaped collapse(const Reshaped& from, const Contexts& contexts);
/// Shrink & Balance EF (Algorithms 2 and 4), bottom-up, inside projected nodes too.
Reshaped balance(const Reshaped& from, const Contexts& contexts);

}  // namespace culprit::transform
