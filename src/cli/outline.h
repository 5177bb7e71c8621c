#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "src/cli/console.h"
#include "src/tree/search_tree.h"

namespace culprit::cli {

struct OutlineOptions {
  SearchId from{0};
  std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();  ///< levels below `from`
  std::uint32_t width =
      std::numeric_limits<std::uint32_t>::max();  ///< children of one node; the last is always shown
  std::size_t columns = std::numeric_limits<std::size_t>::max();  ///< of a line; longer ones are cut
  /// Only the children on the way to this node are opened, apart from those of the node itself.
  SearchId towards = kNoSearchId;
  /// One line about a node, at most so many columns wide. May hold colours, so it is not cut again.
  std::function<std::string(SearchId, std::size_t)> text = {};
  /// What a node is called; its row if not given.
  std::function<std::string(SearchId)> name = {};
  std::size_t name_width = 0;  ///< columns that names take; those of the last row if 0
  /// Whether what is below a node counts as a part of it, and is not drawn.
  std::function<bool(SearchId)> is_closed = {};
  /// A mark in front of the text, such as "✓ "; may be empty.
  std::function<std::string(SearchId)> mark = {};
};

/// Draws a tree for people: node numbers, lines, subtree sizes, and "… 999,997 more" where siblings are left
/// out. No recursion; lines are of bounded length even in a path of a million nodes, since deep levels are
/// written as a number. Cost: O(lines + siblings walked over).
void write_outline(const tree::SearchTree& tree, const OutlineOptions& options, Console& console);

}  // namespace culprit::cli
