#pragma once

#include <string>
#include <vector>

namespace culprit::service {

/// `name(input, input) = result` in parts, each of them on one row.
struct LineParts {
  std::string head;  ///< up to the opening parenthesis, which it includes if there is a list
  std::vector<std::string> inputs;
  std::string tail;  ///< from the closing parenthesis on
};

/// Joins the parts in at most `width` columns. Where they do not fit, long inputs are shortened before short
/// ones, and the result keeps a third of the room, so that a line says something about each of them.
std::string fit_line(const LineParts& parts, std::size_t width);

}  // namespace culprit::service
