#pragma once

#include <string>

#include "src/base/error.h"
#include "src/tree/tree.h"

namespace culprit::cli {

/// A node's number as a user gives it. Fails with kUsage if the tree has no such node.
Result<NodeId> node_argument(const std::string& text, const tree::Tree& tree);

}  // namespace culprit::cli
