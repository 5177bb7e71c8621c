#pragma once

#include <string_view>

namespace culprit::tree {

/// True if a node's text cannot begin a line as it is: it is empty, or its first character would be taken for
/// indentation, for a comment, or for a byte order mark. Such a text gets a backslash in front, and so does
/// one that begins with backslashes before that.
inline bool needs_backslash(std::string_view text) {
  const std::size_t first = text.find_first_not_of('\\');
  return first == std::string_view::npos || text[first] == '#' || text[first] == ' ' || text[first] == '\t' ||
         text.substr(first).starts_with("\xef\xbb\xbf");
}

inline std::string_view unescaped_start(std::string_view text) {
  const bool is_escaped = text.starts_with('\\') && needs_backslash(text.substr(1));
  return is_escaped ? text.substr(1) : text;
}

}  // namespace culprit::tree
