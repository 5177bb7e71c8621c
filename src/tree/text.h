#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/tree/tree.h"

namespace culprit::tree {

/// A line of the text form, taken apart. Views into the line.
///
/// Without indentation a line is `name`, `name(inputs)`, `name = result` or `name(inputs) = result`, then
/// perhaps two spaces and `@file:first` or `@file:first-last`. Inputs are the first parenthesised group that
/// is followed by ` = ` or by the end, so that `operator()(x) = 1` has the inputs `x`. Inside a group
/// parentheses nest, and those in "strings" and 'c' do not count; a group that never closes so ends at the
/// last `)` with ` = ` or the end behind it.
struct TextLine {
  std::string_view name;
  Label label;
  std::string_view file;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
};
TextLine split_line(std::string_view text);

/// Reads a tree from indented lines (docs/format.md, "Trees as text and JSON"). Functions are told apart by
/// name and place. Fails with kBadTree, naming the line, what was found there and what was expected.
Result<Tree> read_text(std::string_view text, const Progress& progress = no_progress);

struct TextOptions {
  NodeId from{0};                                                   ///< only this node's subtree
  std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();  ///< levels below `from`; what is left out
                                                                    ///< is said in a comment
  std::uint64_t max_bytes = std::uint64_t{4} << 30;
  bool places = true;
  /// Texts of a node, instead of those in the tree. The views are used before the next call.
  std::function<Label(NodeId)> label;
};

/// Reading back gives the same tree, as long as no text holds control characters (they become escapes) or
/// ends in spaces, and no name reads as name, inputs and result. Fails with kTooLarge before writing anything
/// if the indentation alone makes more than max_bytes, and with kIo if the stream does.
Status write_text(const Tree& tree, std::ostream& out, const TextOptions& options = {},
                  const Progress& progress = no_progress);

/// The same as a string, for tests and small trees. Precondition: it fits.
std::string to_text(const Tree& tree);

}  // namespace culprit::tree
