#include "src/cli/wrap.h"

#include <algorithm>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

/// Bytes that fit into so many columns, but at least one character.
std::size_t fitting_some(std::string_view text, std::size_t width) {
  const std::size_t bytes = fitting(text, width);
  if (bytes > 0 || text.empty()) return bytes;
  return std::max<std::size_t>(fitting(text, 2), 1);
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// The last place within a line before which `ends` says that it may be broken; 0: none.
template <class Ends>
std::size_t last_break(std::string_view text, std::size_t bytes, Ends ends) {
  // One behind what fits, since a blank there is dropped.
  for (std::size_t i = std::min(bytes + 1, text.size()); i-- > 1;) {
    if (text[i] == ' ' && ends(text[i - 1])) return i;
  }
  return 0;
}

/// A brace or quote that the lines below stand behind.
std::size_t hanging(std::string_view value) {
  const std::size_t inside = value.find_first_of("{(\"");
  return inside != std::string_view::npos && inside <= 1 ? inside + 1 : 0;
}

}  // namespace

std::vector<std::string> wrapped_words(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string_view rest = text;
  while (lines.empty() || !rest.empty()) {
    const std::size_t room = std::max<std::size_t>(width, 1);
    std::size_t taken = fitting_some(rest, room);
    if (taken < rest.size()) {
      const std::size_t at = last_break(rest, taken, [](char) { return true; });
      if (at > 0) taken = at;
    }
    lines.emplace_back(rest.substr(0, taken));
    rest = without_blanks(rest.substr(taken));
  }
  return lines;
}

std::vector<std::string> wrapped_value(std::string_view value, std::size_t width) {
  const std::size_t indent = std::min(hanging(value), width / 2);
  std::vector<std::string> lines;
  std::string_view rest = value;
  while (lines.empty() || !rest.empty()) {
    const std::size_t room = lines.empty() ? width : width - indent;
    std::size_t taken = fitting_some(rest, room);
    if (taken < rest.size()) {
      const std::size_t comma = last_break(rest, taken, [](char c) { return c == ',' || c == ';'; });
      const std::size_t blank = last_break(rest, taken, [](char) { return true; });
      if (const std::size_t at = comma >= taken / 2 ? comma : blank; at > 0) taken = at;
    }
    lines.push_back(std::string(lines.empty() ? 0 : indent, ' ') + std::string(rest.substr(0, taken)));
    rest = without_blanks(rest.substr(taken));
  }
  return lines;
}

std::string cut_to(std::string_view text, std::size_t width, std::string_view dots) {
  if (display_width(text) <= width) return std::string(text);
  const std::size_t dots_width = display_width(dots);
  if (width <= dots_width) return std::string(text.substr(0, fitting_some(text, width)));
  return std::string(text.substr(0, fitting_some(text, width - dots_width))) + std::string(dots);
}

std::vector<std::string> first_lines(std::vector<std::string> lines, std::size_t most, std::size_t width,
                                     std::string_view dots) {
  if (lines.size() <= most) return lines;
  lines.resize(most);
  std::string& last = lines.back();
  const std::size_t dots_width = display_width(dots);
  while (!last.empty() && display_width(last) + dots_width > width) {
    const std::size_t blank = last.rfind(' ');
    if (blank == std::string::npos) {
      last = last.substr(0, fitting_some(last, width > dots_width ? width - dots_width : 1));
      break;
    }
    last.resize(blank);
  }
  while (last.ends_with(' ')) last.pop_back();
  last += dots;
  return lines;
}

}  // namespace culprit::cli
