#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/cli/styled_line.h"
#include "src/state/value.h"

namespace culprit::cli {

/// What is said of one place: `total_words   4 → 5`, `size_   3`, or a heading with items below it.
struct Row {
  std::string name;                    ///< of the place; may be empty
  std::optional<state::Value> before;  ///< with `after`: a change
  std::optional<state::Value> after;
  std::string text{};                ///< else what is said
  std::vector<std::string> items{};  ///< stand below it, one after the other
  std::string note{};                ///< stands behind it in brackets
};

/// The column in which what is said of places begins: behind the longest of their names, but not too far right.
std::size_t name_column(std::span<const Row> rows, std::size_t columns);

/// Two values, one on a line with its arrow below the name, or both on one; if they are too long, only what differs of them. They are
/// never cut to the same.
StyledLines change_lines(const state::Value& before, const state::Value& after, std::size_t column,
                         const Room& room);

/// The lines of some rows. The room begins behind the label.
StyledLines row_lines(const std::vector<Row>& rows, std::size_t column, const Room& room);

/// Two values as they fit: texts without a line break.
std::string value_text(const state::Value& value, const Room& room);

}  // namespace culprit::cli
