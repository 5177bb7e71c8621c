#pragma once

#include <cstdint>

#include "src/base/progress.h"
#include "src/transform/chain_size.h"
#include "src/transform/contexts.h"
#include "src/transform/reshaped.h"
#include "src/transform/wishes.h"

namespace culprit::transform {

// Each gives a new tree, whose origins are nodes of the same subject as those of the tree it was made from. One that changes
// nothing gives that tree itself. Beside the result and a few bytes a row they take no room: the tree they are given is given
// back as they go, unless somebody else has it.

/// Dissolves iterations: their children become those of the call around them.
Reshaped without_loops(Reshaped from, const Wishes& wishes = {}, const Progress& progress = no_progress);
/// Tree compression (Davie and Chitil): a child of its parent's function goes, its children take its place.
Reshaped compress_all(Reshaped from, const Wishes& wishes = {}, const Progress& progress = no_progress);
/// Only where it lowers the cost of going down from the root: Algorithm 1 of Insa and Silva's tree compression paper.
Reshaped compress(Reshaped from, const Wishes& wishes = {}, const Progress& progress = no_progress);
/// The same whatever `few` < 255 is: how many nodes are rather found again than stored.
Reshaped compress(Reshaped from, const Wishes& wishes, std::uint8_t few,
                  const Progress& progress = no_progress);
/// Only a recursive call without children, or whose only child is another recursive call: the paper's rule for D&Q.
Reshaped compress_chains(Reshaped from, const Wishes& wishes = {}, const Progress& progress = no_progress);
/// Shrink EF (Algorithms 1 and 3 of Insa, Silva and Riesco's balancing paper): a maximal chain of two or more leaves of one
/// function becomes a collapsed node. One that was opened becomes a projected one of its two halves. One with more calls than
/// `chain_size` becomes several.
Reshaped collapse(Reshaped from, const Contexts& contexts, const Wishes& wishes = {},
                  std::uint32_t chain_size = kAnyChainSize, const Progress& progress = no_progress);
/// Shrink & Balance EF (Algorithms 2 and 4), bottom-up, inside projected nodes too. Chains with more calls than `chain_size`
/// are cut before any part of them is projected.
Reshaped balance(Reshaped from, const Contexts& contexts, const Wishes& wishes = {},
                 std::uint32_t chain_size = kAnyChainSize, const Progress& progress = no_progress);

}  // namespace culprit::transform
