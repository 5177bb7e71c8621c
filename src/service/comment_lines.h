#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace culprit::service {

/// What one line of source is, as far as its comments tell.
struct SourceLine {
  enum class Kind { kEmpty, kComment, kCode };
  Kind kind = Kind::kEmpty;
  bool begins = false;        ///< the first line of a comment in /* */, which is none with the one above it
  bool is_at_margin = false;  ///< the comment that it is of begins in the first column
  std::size_t indent = 0;     ///< columns before the text of a comment
  std::string text;  ///< of a comment, without sign and decoration; of code, without comments behind it
};

/// Tells comments from code, line by line. `sign` is "//", with which comments in /* */ are known too, or another one that goes
/// to the end of the line.
std::vector<SourceLine> source_lines(std::span<const std::string> lines, std::string_view sign);

}  // namespace culprit::service
