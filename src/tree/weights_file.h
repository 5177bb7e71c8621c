#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/tree/tree.h"

namespace culprit::tree {

/// Fails with kTooLarge unless strategies can add weights up to this.
Status check_total_weight(std::uint64_t total);

/// The node that a user calls so (`17`, `2:17`, `root`), or in words why there is none.
using FindNode = std::function<Result<NodeId>(std::string_view name)>;

/// Reads how likely nodes are to be at fault (docs/format.md, "Weights"): a weight for each node of the tree. Fails with
/// kBadTree, naming the line, what was found there and what was expected. O(text + nodes).
Result<std::vector<std::uint32_t>> read_weights(std::string_view text, const Tree& tree,
                                                const FindNode& find);

}  // namespace culprit::tree
