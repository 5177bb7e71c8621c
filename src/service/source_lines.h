// What lines of source say, by their text alone: comments and statements. Nothing is parsed, so that it works for text that does not
// compile; where it is not plain, the answer is nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace culprit::service {

/// The comment above a line (numbered from 1), with nothing but the beginning of a declaration in between: on one line, without
/// signs and decoration. Empty for licences and for code that was commented out.
std::string comment_above(std::span<const std::string> lines, std::size_t line, std::string_view sign);

/// In comments at the margin: the text behind `name(…)` where a line of one begins with that, with the lines that are indented deeper.
std::string comment_entry(std::span<const std::string> lines, std::string_view name, std::string_view sign);

/// The statement that a line (numbered from 1) is part of, on one line, at most some lines long.
std::string statement_around(std::span<const std::string> lines, std::size_t line, std::string_view sign);

}  // namespace culprit::service
