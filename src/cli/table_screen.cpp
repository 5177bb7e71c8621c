#include "src/cli/table_screen.h"

#include <fmt/format.h>

#include <iterator>

#include "src/base/text.h"
#include "src/cli/answer_lines.h"
#include "src/cli/code_lines.h"
#include "src/cli/node_text.h"
#include "src/cli/question_screen.h"
#include "src/cli/subject_lines.h"
#include "src/cli/table_cells.h"
#include "src/cli/wrap.h"

namespace culprit::cli {
namespace {

using service::Table;

/// Lines of a loop that are shown above its passes.
constexpr std::size_t kMostCode = 12;

/// `the loop at line 16 in merge(left = {1, 3}, right = {2})`, on one line if that has room for it.
StyledLines heading(const Table& table, const Room& room) {
  const std::string loop = fmt::format("the loop at line {}", table.loop.first_line);
  if (table.call.name.empty()) return {StyledLine().fill(kMargin).add(loop, Style::kBold)};
  const StyledLines call = call_lines(table.call, room).lines;
  const std::string in = loop + " in ";
  if (call.size() == 1 && in.size() + call[0].width() <= room.columns) {
    const std::string text = call[0].text();
    return {StyledLine().fill(kMargin).add(in + text.substr(std::min(kMargin, text.size())), Style::kBold)};
  }
  StyledLines lines{StyledLine().fill(kMargin).add(in, Style::kBold)};
  for (const StyledLine& line : call) lines.push_back(StyledLine().fill(kMargin + 2).add(line));
  return lines;
}

/// What has to be known to read the rows.
std::string note_of(const Table& table) {
  const std::uint64_t count = table.to - table.from + 1;
  const std::string passes = table.from == 1 && table.to == table.passes
                                 ? counted(table.passes, "pass", "passes")
                                 : fmt::format("passes {} to {} of {}", with_commas(table.from),
                                               with_commas(table.to), with_commas(table.passes));
  if (table.is_sampled) return fmt::format("{}, {} are shown:", passes, table.rows.size());
  if (table.rows.size() < count) return passes + "; those that changed nothing are folded:";
  return "";
}

}  // namespace

Screen table_screen(const service::Question& question, const service::Subject& subject, const Room& room) {
  const Table& table = *question.table();
  Screen screen;
  screen.rule = rule_line("a loop, pass by pass", look_text(question), room);
  screen.head = with_place(heading(table, room), place_of(table.call, room), room);
  const tree::Function& loop = subject.tree().function(table.loop.about.first);
  StyledLines comment = comment_lines(subject, subject.tree().function(loop.enclosing), room);
  const TableCells cells = table_cells(table, room);
  StyledLines lines = table_lines(cells, room);
  if (const std::string note = note_of(table); !note.empty())
    lines.insert(lines.begin(), StyledLine().fill(kLabelColumn).add(in_signs(note, room), Style::kDim));
  if (cells.has_dots) {
    constexpr std::string_view kAsAbove = "(· as above)";
    StyledLine& first = lines.front();
    if (first.width() + 2 + kAsAbove.size() <= room.columns)
      first.fill(room.columns - display_width(kAsAbove)).add(in_signs(kAsAbove, room), Style::kDim);
  }
  if (!cells.hidden.empty()) {
    std::string names;
    for (const std::string& hidden : cells.hidden) names += (names.empty() ? "" : ", ") + hidden;
    names = fmt::format("changed too: {}; '{}?' shows a pass in full", names, table.from);
    lines.push_back(StyledLine().fill(kMargin).add(cut_to(names, room.columns - kMargin, in_signs("…", room)),
                                                   Style::kDim));
  }
  screen.foot = question_lines("After which pass is something wrong for the first time?", room);
  std::vector<TypedAnswer> answers;
  if (table.from == 1) answers.push_back({"start"});
  answers.push_back(
      {table.to > table.from ? fmt::format("{} to {}", table.from, table.to) : fmt::format("{}", table.to),
       table.is_sampled ? " (a row zooms in)" : ""});
  if (table.left) answers.push_back({"end"});
  answers.push_back({"ok", " (all is right)"});
  if (!table.is_sampled)
    answers.push_back({fmt::format("{}?", table.from), fmt::format(" (more of pass {})", table.from)});
  if (table.from > 1 || table.to < table.passes)
    answers.push_back({"back", fmt::format(" (to all {})", with_commas(table.passes))});
  answers.push_back({"skip"});
  answers.push_back({"?"});
  std::ranges::move(answer_lines(answers, room), std::back_inserter(screen.foot));
  // The rows are what has to be seen. What is left of the room is for the comment, and then for the code.
  const std::size_t taken = 2 + screen.head.size() + lines.size() + screen.foot.size();
  std::size_t left = room.rows == 0 ? kMostCode + comment.size() + 3 : room.rows - std::min(room.rows, taken);
  if (comment.size() > left) comment.resize(left);
  left -= comment.size();
  std::ranges::move(comment, std::back_inserter(screen.head));
  const std::size_t code = std::min(left, kMostCode);
  if (code > 1) {
    StyledLines text = code_lines(subject, loop.file, loop.first_line, loop.last_line, code, room);
    // An empty line between the code and the rows, if there is room.
    if (!text.empty() && left > text.size() + 2) text.emplace_back();
    screen.blocks.push_back({"", std::move(text)});
  }
  screen.blocks.push_back({"", std::move(lines)});
  return screen;
}

}  // namespace culprit::cli
