#pragma once

#include "src/service/node_views.h"
#include "src/transform/reshaped.h"
#include "src/tree/tree.h"

namespace culprit::service {

/// A searched tree as a tree of its own, to be written: a row a node. A chain is a node of kind "chain" with the calls below
/// it; moments are those of the first enter and the last leave. O(n).
tree::Tree as_tree(const transform::Reshaped& reshaped, const tree::Tree& subject);

}  // namespace culprit::service
