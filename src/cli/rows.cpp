#include "src/cli/rows.h"

#include <algorithm>

#include "src/base/text.h"
#include "src/cli/value_difference.h"
#include "src/cli/wrap.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kGap = 3;  ///< columns behind the names: an arrow below them stands in these
constexpr std::size_t kItemIndent = 2;
constexpr std::size_t kMostValue = 12;  ///< lines of one value
constexpr std::size_t kMostOfPair = 2;  ///< and of one of two that stand below each other
constexpr std::size_t kMostOfCut = 4;   ///< and if both are cut

std::string dots(const Room& room) {
  return in_signs("…", room);
}

/// Columns behind a column; some are left even where there is no room at all.
std::size_t behind(std::size_t column, const Room& room) {
  constexpr std::size_t kLeast = 12;
  return room.columns > column + kLeast ? room.columns - column : kLeast;
}

/// Two texts below each other. The arrow stands to the left of the column, where there is nothing but the name of the line above.
StyledLines stacked(const std::vector<std::string>& before, const std::vector<std::string>& after,
                    const Room& room) {
  const std::string arrow = in_signs("→ ", room);
  StyledLines lines;
  for (const std::string& line : before) lines.emplace_back(line, Style::kRed);
  for (const std::string& line : after)
    lines.push_back(StyledLine(&line == &after.front() ? arrow : std::string(display_width(arrow), ' '))
                        .add(line, Style::kGreen));
  return lines;
}

/// Two texts that differ, side by side or below each other. Empty if they are too long for that.
StyledLines pair_lines(const std::string& before, const std::string& after, std::size_t column,
                       const Room& room, std::size_t most_lines) {
  const std::string arrow = in_signs("→ ", room);
  const std::size_t width = behind(column, room);
  if (before == after) return {};
  if (display_width(before) + display_width(after) + display_width(arrow) + 1 <= width)
    return {StyledLine(before, Style::kRed).add(" " + arrow).add(after, Style::kGreen)};
  const auto left = wrapped_value(before, width), right = wrapped_value(after, width);
  return left.size() > most_lines || right.size() > most_lines ? StyledLines() : stacked(left, right, room);
}

/// The beginnings of two texts, if they differ in these. Empty else.
StyledLines cut_lines(const std::string& before, const std::string& after, std::size_t column,
                      const Room& room) {
  const std::size_t width = behind(column, room);
  const auto left = first_lines(wrapped_value(before, width), kMostOfCut, width, dots(room));
  const auto right = first_lines(wrapped_value(after, width), kMostOfCut, width, dots(room));
  const auto shown = [&](const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line;
    const std::string cut = dots(room);
    if (text.ends_with(cut)) text.resize(text.size() - cut.size());
    return text;
  };
  const std::string was = shown(left), is = shown(right);
  return was.starts_with(is) || is.starts_with(was) ? StyledLines() : stacked(left, right, room);
}

StyledLines said_lines(const std::string& text, std::size_t column, const Room& room) {
  StyledLines lines;
  const std::size_t width = behind(column, room);
  for (const std::string& line : first_lines(wrapped_value(text, width), kMostValue, width, dots(room)))
    lines.emplace_back(line);
  return lines;
}

/// Items one after the other; changes further apart than indices.
StyledLines item_lines(const std::vector<std::string>& items, const Room& room) {
  const bool has_blanks =
      std::ranges::any_of(items, [](const auto& item) { return item.find(' ') != std::string::npos; });
  const std::string between(has_blanks ? 3 : 1, ' ');
  StyledLines lines;
  std::string line;
  for (const std::string& item : items) {
    const std::string shown = cut_to(item, behind(kItemIndent, room), dots(room));
    if (!line.empty() &&
        kItemIndent + display_width(line) + between.size() + display_width(shown) > room.columns) {
      lines.push_back(StyledLine().fill(kItemIndent).add(line));
      line.clear();
    }
    line += (line.empty() ? "" : between) + shown;
  }
  if (!line.empty()) lines.push_back(StyledLine().fill(kItemIndent).add(line));
  return lines;
}

void add_note(const std::string& note, const Room& room, StyledLines& lines, std::size_t column) {
  if (note.empty()) return;
  const std::string text = "(" + in_signs(note, room) + ")";
  if (!lines.empty() && lines.back().width() + 2 + display_width(text) <= room.columns) {
    lines.back().add("  " + text, Style::kDim);
    return;
  }
  for (const std::string& line : wrapped_words(text, behind(column, room)))
    lines.push_back(StyledLine().fill(column).add(line, Style::kDim));
}

/// What stands behind a name, from `column` on; lines of a change that begin with their arrow stand left of it.
void add_lines(const StyledLines& said, std::size_t column, bool is_change, const Room& room,
               StyledLines& lines, StyledLine head) {
  const std::size_t arrow = is_change ? display_width(in_signs("→ ", room)) : 0;
  bool is_after = false;
  for (const StyledLine& line : said) {
    is_after =
        is_after || (is_change && &line != &said.front() && line.text().starts_with(in_signs("→", room)));
    head.fill(is_after ? column - std::min(arrow, column) : column).add(line);
    lines.push_back(std::move(head));
    head = StyledLine();
  }
}

StyledLines lines_of(const Row& row, std::size_t column, const Room& room) {
  StyledLines lines;
  StyledLine head(cut_to(in_signs(row.name, room), room.columns, dots(room)), Style::kCyan);
  const bool is_change = row.before && row.after;
  if (row.name.empty() && !is_change) column = 0;
  // A name that is too long has a line of its own, unless all that is said fits behind it.
  if (!row.name.empty() && head.width() + kGap > column) {
    const std::size_t behind_name = head.width() + kGap;
    const StyledLines said = is_change ? change_lines(*row.before, *row.after, behind_name, room)
                                       : said_lines(in_signs(row.text, room), behind_name, room);
    if (said.size() == 1 && behind_name + said[0].width() <= room.columns) {
      lines.push_back(head.fill(behind_name).add(said[0]));
      add_note(row.note, room, lines, column);
      return lines;
    }
    lines.push_back(std::move(head));
    head = StyledLine();
    column = 4;
  }
  const StyledLines said = is_change ? change_lines(*row.before, *row.after, column, room)
                                     : said_lines(in_signs(row.text, room), column, room);
  add_lines(said, column, is_change, room, lines, std::move(head));
  add_note(row.note, room, lines, column);
  std::ranges::move(item_lines(row.items, room), std::back_inserter(lines));
  return lines;
}

}  // namespace

std::size_t name_column(std::span<const Row> rows, std::size_t columns) {
  const std::size_t widest = std::max<std::size_t>(columns / 3, 12);
  std::size_t column = 0;
  for (const Row& row : rows)
    if (const std::size_t width = display_width(row.name); width > 0 && width <= widest)
      column = std::max(column, width + kGap);
  return column;
}

std::string value_text(const state::Value& value, const Room& room) {
  return in_signs(service::to_text(value, kWholeValue), room);
}

StyledLines change_lines(const state::Value& before, const state::Value& after, std::size_t column,
                         const Room& room) {
  const std::string was = value_text(before, room), is = value_text(after, room);
  if (StyledLines lines = pair_lines(was, is, column, room, kMostOfPair); !lines.empty()) return lines;
  const auto [less, more] = difference(before, after);
  const std::string left = value_text(less, room), right = value_text(more, room);
  if (StyledLines lines = pair_lines(left, right, column, room, kMostOfPair); !lines.empty()) return lines;
  if (StyledLines lines = cut_lines(left, right, column, room); !lines.empty()) return lines;
  const auto [first, second] = around_difference(left, right, behind(column, room), dots(room));
  if (StyledLines lines = pair_lines(first, second, column, room, 1); !lines.empty()) return lines;
  return {StyledLine("differs further in than is shown here")};
}

StyledLines row_lines(const std::vector<Row>& rows, std::size_t column, const Room& room) {
  StyledLines lines;
  for (const Row& row : rows) std::ranges::move(lines_of(row, column, room), std::back_inserter(lines));
  return lines;
}

}  // namespace culprit::cli
