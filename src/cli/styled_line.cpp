#include "src/cli/styled_line.h"

#include <array>
#include <utility>

#include "src/base/text.h"

namespace culprit::cli {

std::string in_signs(std::string_view text, const Room& room) {
  if (!room.is_ascii) return std::string(text);
  return in_ascii(text);
}

StyledLine& StyledLine::add(std::string_view text, Style style) {
  if (text.empty()) return *this;
  if (!pieces_.empty() && pieces_.back().style == style)
    pieces_.back().text += text;
  else
    pieces_.push_back({std::string(text), style});
  width_ += display_width(text);
  return *this;
}

StyledLine& StyledLine::add(const StyledLine& line) {
  for (const Piece& piece : line.pieces_) add(piece.text, piece.style);
  return *this;
}

StyledLine& StyledLine::fill(std::size_t column) {
  return column > width_ ? add(std::string(column - width_, ' ')) : *this;
}

std::string StyledLine::text() const {
  std::string out;
  for (const Piece& piece : pieces_) out += piece.text;
  return out;
}

std::string StyledLine::painted(const Console& console) const {
  std::string out;
  for (const Piece& piece : pieces_) out += console.paint(piece.style, piece.text);
  return out;
}

}  // namespace culprit::cli
