#include "src/cli/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/base/text.h"
#include "src/cli/wrap.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kLeast =
    2;  ///< lines of a label that stay, with the one that says how many more there are

/// A block and how much of it is shown.
struct Fold {
  const Block* block;
  std::size_t shown;

  bool is_folded() const { return shown < block->lines.size(); }
  std::size_t height() const { return shown + (is_folded() ? 1 : 0); }
};

std::size_t height_of(const std::vector<Fold>& folds) {
  std::size_t height = 0;
  for (const Fold& fold : folds) height += fold.height();
  return height;
}

/// Takes lines from the longest blocks until the rest fits.
void fold_into(std::vector<Fold>& folds, std::size_t rows) {
  std::size_t height = height_of(folds);
  while (height > rows) {
    const auto can_give = [](const Fold& fold) {
      return std::pair(fold.height() > kLeast && !fold.block->stays, fold.height());
    };
    const auto longest = std::ranges::max_element(folds, {}, can_give);
    if (longest == folds.end() || longest->height() <= kLeast) return;
    height -= longest->height();
    // The line that says so takes the room of one.
    longest->shown -= longest->is_folded() ? 1 : 2;
    height += longest->height();
  }
}

void add_block(const Fold& fold, const Room& room, StyledLines& out) {
  const Block& block = *fold.block;
  const std::size_t column = block.label.empty() ? 0 : kLabelColumn;
  for (std::size_t i = 0; i < fold.shown; ++i) {
    StyledLine line;
    if (i == 0 && !block.label.empty()) line.fill(kMargin).add(block.label, Style::kDim);
    out.push_back(line.fill(column).add(block.lines[i]));
  }
  if (!fold.is_folded()) return;
  const std::string more =
      fmt::format("… {} more; 'more' shows all", counted(block.lines.size() - fold.shown, "line", "lines"));
  out.push_back(StyledLine().fill(std::max(column, kMargin)).add(in_signs(more, room), Style::kDim));
}

}  // namespace

StyledLine rule_line(std::string_view kind, std::string_view state, const Room& room) {
  const auto rule = [&](std::size_t width) {
    std::string out;
    for (std::size_t i = 0; i < width; ++i) out += room.is_ascii ? "-" : "─";
    return out;
  };
  const std::string left = " " + in_signs(kind, room) + " ";
  const std::string right = state.empty() ? "" : " " + in_signs(state, room) + " ";
  const std::size_t used = 4 + display_width(left) + display_width(right);
  StyledLine line(rule(2), Style::kDim);
  line.add(left, Style::kBold);
  if (used >= room.columns)
    return line.add(clipped(right, room.columns - std::min(room.columns, line.width())));
  return line.add(rule(room.columns - used), Style::kDim).add(right).add(rule(2), Style::kDim);
}

StyledLines with_place(StyledLines lines, std::string_view place, const Room& room) {
  if (place.empty()) return lines;
  const std::size_t width = std::min(display_width(place), room.columns);
  const std::string shown = clipped(place, room.columns);
  for (StyledLine& line : lines) {
    if (line.width() + 2 + width > room.columns) continue;
    line.fill(room.columns - width).add(shown, Style::kDim);
    return lines;
  }
  lines.push_back(StyledLine().fill(room.columns - width).add(shown, Style::kDim));
  return lines;
}

StyledLines laid_out(const Screen& screen, const Room& room) {
  std::vector<Fold> folds;
  for (const Block& block : screen.blocks)
    if (!block.lines.empty()) folds.push_back({&block, block.lines.size()});
  const std::size_t fixed = 1 + screen.head.size() + screen.remarks.size() + screen.foot.size() + 1;
  std::size_t blanks =
      (screen.head.empty() ? 0 : 1) + (screen.foot.empty() ? 0 : 1) + (folds.empty() ? 0 : 1);
  if (room.rows > 0) {
    const std::size_t most = room.rows > fixed ? room.rows - fixed : 0;
    const std::size_t height = height_of(folds);
    blanks = std::min(blanks, most > height ? most - height : 0);
    fold_into(folds, most - blanks);
  }
  // Of few empty lines the one before the question is the best, and then the one below the rule.
  StyledLines out{screen.rule};
  if (blanks > 1) out.emplace_back();
  std::ranges::copy(screen.head, std::back_inserter(out));
  if (blanks > 2) out.emplace_back();
  for (const Fold& fold : folds) add_block(fold, room, out);
  std::ranges::copy(screen.remarks, std::back_inserter(out));
  if (blanks > 0) out.emplace_back();
  std::ranges::copy(screen.foot, std::back_inserter(out));
  return out;
}

}  // namespace culprit::cli
