#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/base/column.h"
#include "src/base/error.h"
#include "src/tree/tree.h"

namespace culprit::tree {

/// Strings of a column, each kept once.
struct WordColumn {
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  Column<std::uint32_t> rows;
  std::vector<std::string_view> words;  ///< the keys of `ids`, by number
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> ids;

  void push_back(std::string_view word);
};

/// Texts of a column, back to back. A row may have none.
struct TextColumn {
  std::string text;
  Column<std::uint64_t> ends;
  Column<std::uint8_t> given;

  void push_back(std::string_view value, bool is_given);
  std::string_view operator[](std::size_t row) const;
};

/// The arrays of a tree in JSON as they were read, each on its own.
struct JsonColumns {
  static constexpr std::uint32_t kRoot = kNoNode.value();  ///< -1 in the file

  Column<std::uint32_t> parent;
  WordColumn method;
  WordColumn file;
  Column<std::uint32_t> line;
  Column<std::uint32_t> last_line;
  Column<std::uint8_t> kind;
  Column<std::uint32_t> before;
  Column<std::uint32_t> after;
  Column<std::uint32_t> weight;
  TextColumn inputs;
  TextColumn result;
  std::string name;
  bool root_wrong_given = false;
  bool root_wrong = true;
};

/// Fails with kBadTree if the rows are no tree in preorder. Empty columns, apart from `parent`, mean: not
/// given. Precondition: the columns that are not empty have the same length.
Result<Tree> assemble(JsonColumns columns);

}  // namespace culprit::tree
