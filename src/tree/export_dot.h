#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/tree/export_options.h"

namespace culprit::tree {

/// A text as Graphviz takes it: in quotes, in which only quotes and backslashes are special.
std::string dot_quoted(std::string_view text);

/// Writes the tree for Graphviz, level by level up to max_nodes; a note says how many are left out. Fails
/// with kIo if the stream does. O(nodes drawn).
Status write_dot(const Tree& tree, std::ostream& out, const ExportOptions& options = {});

}  // namespace culprit::tree
