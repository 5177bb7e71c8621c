#include <algorithm>
#include <charconv>
#include <optional>

#include "src/tree/text.h"

namespace culprit::tree {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// Length of ` = `, or of ` =` at the end of the text; 0 if the text does not go on with either.
std::size_t equals_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 3) == " = ") return 3;
  return text.substr(at) == " =" ? 2 : 0;
}

/// Position after the string or character literal that begins at `at`, or `at` if none does.
std::size_t skip_literal(std::string_view text, std::size_t at, bool& strings_close) {
  if (text[at] == '"' && strings_close) {
    for (std::size_t i = at + 1; i < text.size(); ++i) {
      if (text[i] == '"') return i + 1;
      if (text[i] == '\\') ++i;
    }
    strings_close =
        false;  // a lone quote is a character like any other; not looked for again, to stay linear
  }
  if (text[at] == '\'') {
    const std::size_t close = at + (text.substr(at + 1, 1) == "\\" ? 3 : 2);
    if (close < text.size() && text[close] == '\'') return close + 1;
  }
  return at;
}

/// Position of the `)` that closes the group opened at `at`, or kNone.
std::size_t closing(std::string_view text, std::size_t at) {
  bool strings_close = true;
  std::size_t depth = 0;
  for (std::size_t i = at; i < text.size();) {
    if (const std::size_t next = skip_literal(text, i, strings_close); next != i) {
      i = next;
      continue;
    }
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
    ++i;
  }
  return kNone;
}

bool ends_group(std::string_view text, std::size_t at) {
  return at + 1 == text.size() || equals_at(text, at + 1) != 0;
}

/// For a group that its parentheses and quotes do not close: the last `)` that can end one.
std::size_t last_closing(std::string_view text, std::size_t open) {
  for (std::size_t i = text.size(); i-- > open + 1;) {
    if (text[i] == ')' && ends_group(text, i)) return i;
  }
  return kNone;
}

void set_result(TextLine& line, std::string_view text, std::size_t at) {
  line.label.has_result = true;
  line.label.result = text.substr(at + equals_at(text, at));
}

void split_name(TextLine& line, std::string_view text) {
  line.name = text;
  bool groups_close = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (equals_at(text, i) != 0) {
      line.name = text.substr(0, i);
      return set_result(line, text, i);
    }
    if (text[i] != '(' || !groups_close) continue;
    std::size_t close = closing(text, i);
    if (close == kNone) close = last_closing(text, i);
    if (close == kNone) {
      groups_close = false;  // nor can a later one
      continue;
    }
    if (ends_group(text, close)) {
      line.name = text.substr(0, i);
      line.label.has_inputs = true;
      line.label.inputs = text.substr(i + 1, close - i - 1);
      if (close + 1 < text.size()) set_result(line, text, close + 1);
      return;
    }
    i = close;
  }
}

/// A line number without leading zeros, as it is printed.
std::optional<std::uint32_t> line_number(std::string_view digits) {
  std::uint32_t value = 0;
  if (digits.empty() || digits.size() > 9 || digits[0] == '0') return std::nullopt;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// Takes `  @file:first-last` off the end, if the text ends so.
std::string_view split_place(TextLine& line, std::string_view text) {
  const std::size_t at = text.rfind("  @");
  const std::size_t colon = text.rfind(':');
  if (at == kNone || colon == kNone || colon < at + 4) return text;
  const std::string_view lines = text.substr(colon + 1);
  const std::size_t dash = lines.find('-');
  const auto first = line_number(lines.substr(0, dash));
  const auto last = dash == kNone ? first : line_number(lines.substr(dash + 1));
  if (!first || !last || *last < *first) return text;
  line.file = text.substr(at + 3, colon - at - 3);
  line.first_line = *first;
  line.last_line = *last;
  return text.substr(0, text.find_last_not_of(' ', at) + 1);
}

}  // namespace

TextLine split_line(std::string_view text) {
  TextLine line;
  split_name(line, split_place(line, text));
  return line;
}

}  // namespace culprit::tree
