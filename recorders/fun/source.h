#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"

namespace culprit::fun {

/// Line and column, both from 1; columns count characters, not bytes.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// The text of a program, or of an expression given on the command line, and the name that messages call it by.
class Source {
 public:
  Source(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  /// Without its end; empty if there is no such line.
  std::string_view line(std::uint32_t number) const;

  /// "sort.fun:3:12: <what>", the line it is in, and a caret below the column.
  Error error(Position at, const std::string& what, std::string hint = {}) const;
  /// "sort.fun:3:12".
  std::string place(Position at) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> lines_;  ///< where each begins
};

}  // namespace culprit::fun
