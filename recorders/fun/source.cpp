#include "recorders/fun/source.h"

#include <algorithm>

#include "src/base/text.h"

namespace culprit::fun {
namespace {

constexpr std::size_t kWidest = 100;  ///< of a line in a message; longer ones are shown around the place

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// The bytes of a character that begins at `at`.
std::size_t character_size(std::string_view text, std::size_t at) {
  std::size_t size = 1;
  while (at + size < text.size() && is_continuation(text[at + size])) ++size;
  return size;
}

/// A line and what stands below it, with the caret under `column`.
std::string marked_line(std::string_view line, Position at) {
  std::vector<std::size_t> starts;  // of characters
  for (std::size_t i = 0; i < line.size(); i += character_size(line, i)) starts.push_back(i);
  starts.push_back(line.size());
  const std::size_t place = std::min<std::size_t>(at.column == 0 ? 0 : at.column - 1, starts.size() - 1);
  std::size_t first = 0, last = starts.size() - 1;
  if (last > kWidest) {
    first = place > kWidest / 2 ? place - kWidest / 2 : 0;
    last = std::min(last, first + kWidest);
  }
  const std::string number = std::to_string(at.line);
  const auto part = [&](std::size_t from, std::size_t to) {
    std::string text(line.substr(starts[from], starts[to] - starts[from]));
    std::replace(text.begin(), text.end(), '\t', ' ');
    return printable(text);
  };
  const std::string before = (first > 0 ? "…" : "") + part(first, place);
  std::string out = "\n  " + number + " | " + before + part(place, last);
  if (last + 1 < starts.size()) out += "…";
  return out + "\n  " + std::string(number.size(), ' ') + " | " + std::string(display_width(before), ' ') +
         "^";
}

}  // namespace

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text_.starts_with(kByteOrderMark)) text_.erase(0, kByteOrderMark.size());
  lines_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);
}

std::string_view Source::line(std::uint32_t number) const {
  if (number == 0 || number > lines_.size()) return {};
  const std::size_t begin = lines_[number - 1];
  std::string_view text = std::string_view(text_).substr(begin);
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::string Source::place(Position at) const {
  return name_ + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

Error Source::error(Position at, const std::string& what, std::string hint) const {
  return {ErrorCode::kWrongFormat, place(at) + ": " + what + marked_line(line(at.line), at), std::move(hint)};
}

}  // namespace culprit::fun
