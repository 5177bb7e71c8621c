#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace culprit::cli {

/// Text on lines of at most `width` columns, broken at blanks; a word that is too long for a line is broken anywhere. Never empty.
std::vector<std::string> wrapped_words(std::string_view text, std::size_t width);

/// The same of a value: broken behind commas where that fills half of a line, and lines after the first one stand a column
/// further right than its opening brace.
std::vector<std::string> wrapped_value(std::string_view value, std::size_t width);

/// At most `width` columns of a text, with dots at the end where something was cut.
std::string cut_to(std::string_view text, std::size_t width, std::string_view dots);

/// The first `most` of lines; if there were more, the last one ends in `dots`, behind a word.
std::vector<std::string> first_lines(std::vector<std::string> lines, std::size_t most, std::size_t width,
                                     std::string_view dots);

}  // namespace culprit::cli
