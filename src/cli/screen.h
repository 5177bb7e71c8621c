#pragma once

#include <string>
#include <vector>

#include "src/cli/styled_line.h"

namespace culprit::cli {

/// What stands at one label: "changed", "only read". Lines without their label.
struct Block {
  std::string label;  ///< may be empty
  StyledLines lines;
  bool stays = false;  ///< it is folded only where all others are
};

/// A screen in the order of its parts. The lines of `head` and `foot` always stand; of the others as many as there is room for.
struct Screen {
  StyledLine rule;
  StyledLines head;  ///< the thing itself
  std::vector<Block> blocks;
  StyledLines remarks;
  StyledLines foot;  ///< question and answers
};

/// Columns of the labels, with the margin on their left and the gap on their right.
inline constexpr std::size_t kMargin = 2;
inline constexpr std::size_t kLabelColumn = kMargin + 9 + 2;

/// "── a call ──────── look 3 · about 2 to go ──"
StyledLine rule_line(std::string_view kind, std::string_view state, const Room& room);

/// Text flush left with a place flush right on the first line that has room for it, else on a line of its own.
StyledLines with_place(StyledLines lines, std::string_view place, const Room& room);

/// The screen as lines. Where it has more than the room's rows, empty lines go first, and then what stands at the longest label is
/// folded. Of the rows one is left for what is typed.
StyledLines laid_out(const Screen& screen, const Room& room);

}  // namespace culprit::cli
