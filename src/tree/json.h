#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/tree/tree.h"

namespace culprit::tree {

/// Reads a tree from an object of parallel arrays (docs/format.md, "Trees as text and JSON"). Fails with
/// kWrongFormat if the text is not JSON, and with kBadTree, naming key and row, what was found there and what
/// was expected, if it is not a tree. O(n); about 40 bytes a node beyond the tree itself while reading.
Result<Tree> read_json(std::string_view text, const Progress& progress = no_progress);

/// One tree of a file, where it begins, counted from line 1.
struct JsonDocument {
  std::string_view text;
  std::uint64_t line = 1;
};
/// A file with an object a line is taken apart at the lines, without the blank ones; any other is one
/// document.
std::vector<JsonDocument> json_documents(std::string_view text);

/// Reads each tree of a `.jsonl` file (or the one of a `.json` file) and passes it on; stops at the first
/// error, which names the line, or when `each` fails. One tree is in memory at a time.
Status read_json_lines(std::string_view text,
                       const std::function<Status(Tree tree, std::uint64_t line)>& each,
                       const Progress& progress = no_progress);
Result<std::vector<Tree>> read_json_lines(std::string_view text, const Progress& progress = no_progress);

struct JsonOptions {
  /// Texts of a node, instead of those in the tree. Asked twice a node; the views are used before the next
  /// call.
  std::function<Label(NodeId)> label;
};

/// Writes a tree as one line: a tree a call makes a `.jsonl` file. Reading back gives the same tree, but for
/// moments and signatures, and for invalid UTF-8, which is replaced. Fails with kIo if the stream does.
Status write_json(const Tree& tree, std::ostream& out, const JsonOptions& options = {},
                  const Progress& progress = no_progress);

/// "function", "method", "constructor", "destructor", "lambda", "loop", "program", "lost", "chain".
std::string_view to_word(FunctionKind kind);

}  // namespace culprit::tree
