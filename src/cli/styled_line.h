#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/console.h"

namespace culprit::cli {

/// What a screen has room for, and which signs it can show.
struct Room {
  std::size_t columns = 80;
  std::size_t rows = 0;   ///< 0: as many as it takes
  bool is_ascii = false;  ///< no other signs can be shown

  /// With another number of columns.
  Room within(std::size_t width) const { return {width, rows, is_ascii}; }
};

/// The signs that are ours (│ · → …) as the room can show them. Everything that is measured has gone through here before: an ASCII
/// arrow is wider.
std::string in_signs(std::string_view text, const Room& room);

/// A line of a screen in pieces of one style each. Precondition: no piece has a control character.
class StyledLine {
 public:
  StyledLine() = default;
  explicit StyledLine(std::string_view text, Style style = Style::kPlain) { add(text, style); }

  StyledLine& add(std::string_view text, Style style = Style::kPlain);
  StyledLine& add(const StyledLine& line);
  /// Blanks up to a column; none if it is there already.
  StyledLine& fill(std::size_t column);

  std::size_t width() const { return width_; }
  bool is_empty() const { return width_ == 0; }
  /// Without its styles.
  std::string text() const;
  std::string painted(const Console& console) const;

 private:
  struct Piece {
    std::string text;
    Style style;
  };
  std::vector<Piece> pieces_;
  std::size_t width_ = 0;
};

using StyledLines = std::vector<StyledLine>;

}  // namespace culprit::cli
