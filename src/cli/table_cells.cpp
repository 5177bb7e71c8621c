#include "src/cli/table_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "src/base/text.h"
#include "src/cli/screen.h"
#include "src/cli/value_difference.h"
#include "src/cli/value_path.h"
#include "src/cli/wrap.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

using service::Table;
using service::TableColumn;
using service::TableRow;
using state::Change;
using state::Value;

/// A value that is shown whole is no wider.
constexpr std::size_t kWidestCell = 26;
constexpr std::size_t kNarrowestCell = 6;
constexpr std::size_t kGap = 2;

std::string whole_text(const std::optional<Value>& value, const Room& room) {
  return value ? in_signs(service::to_text(*value, kWholeValue), room) : "";
}

/// What a row changed below a column's place: `[0] 183`, `.size() 3`.
std::string changes_text(const TableRow& row, const std::string& path, const Room& room) {
  std::string text;
  for (const Change& change : row.facts.changes) {
    if (change.is_elsewhere || !is_below(change.path, path) || change.path == path) continue;
    text += (text.empty() ? "" : ", ") + printable(change.path.substr(path.size())) + " " +
            in_signs(service::to_text(change.after, kWholeValue), room);
  }
  return text;
}

bool was_changed(const TableRow& row, const std::string& path) {
  return std::ranges::any_of(row.facts.changes, [&](const Change& change) {
    return change.path == path || is_below(change.path, path);
  });
}

bool was_set_again(const TableRow& row, const std::string& path) {
  return std::ranges::any_of(row.facts.set_again, [&](const Change& same) {
    return same.path == path || is_below(same.path, path);
  });
}

/// One column's texts: the heading, the start, the rows, the end.
struct Texts {
  std::string heading;
  std::string start;
  std::vector<std::string> rows;
  std::string end;
  bool is_left = true;
  bool has_dots = false;

  std::size_t width() const {
    std::size_t widest = std::max(display_width(heading), display_width(start));
    for (const std::string& row : rows) widest = std::max(widest, display_width(row));
    return std::max(widest, display_width(end));
  }
  bool says_something() const {
    return std::ranges::any_of(rows, [](const std::string& row) { return !row.empty(); });
  }
};

/// `this->size_` is `size_` in a method.
std::string heading_of(const TableColumn& column) {
  return printable(path_in_method(column.path));
}

Texts own_texts(const Table& table, std::size_t column, const Room& room) {
  Texts texts;
  texts.heading = heading_of(table.columns[column]);
  texts.is_left = false;
  texts.start = whole_text(table.start[column], room);
  for (const TableRow& row : table.rows)
    texts.rows.push_back(whole_text(row.values[column], room) +
                         (row.first < row.last ? in_signs(" …", room) : ""));
  texts.end = whole_text(table.at_end[column], room);
  return texts;
}

/// Whole values where all of them are short; else what changed, or what of the value differs from the one above.
Texts left_texts(const Table& table, std::size_t column, const Room& room) {
  const std::string dot = in_signs("·", room);
  Texts texts;
  texts.heading = heading_of(table.columns[column]);
  texts.start = whole_text(table.start[column], room);
  bool is_short = display_width(texts.start) <= kWidestCell;
  for (const TableRow& row : table.rows)
    is_short = is_short && display_width(whole_text(row.values[column], room)) <= kWidestCell;
  const std::string& path = table.columns[column].path;
  std::optional<Value> above = table.start[column];
  std::string text_above = texts.start;
  for (const TableRow& row : table.rows) {
    const std::optional<Value>& value = row.values[column];
    std::string text = whole_text(value, room);
    // Values are read up to limits: that what is read of two is equal does not say that they are.
    const bool looks_same = above && value && text == text_above;
    text_above = text;
    if (looks_same && !was_changed(row, path)) {
      text = was_set_again(row, path) ? "set again" : dot;
      texts.has_dots = texts.has_dots || text == dot;
    } else if (!is_short || looks_same) {
      const std::string parts = changes_text(row, path, room);
      if (!parts.empty()) {
        text = parts;
      } else if (above && value) {
        text = in_signs(service::to_text(difference(*above, *value).second, kWholeValue), room);
      }
    }
    texts.rows.push_back(std::move(text));
    if (value) above = value;
  }
  return texts;
}

/// Whether single passes make one call each, of the same function, or none.
bool calls_one_function(const Table& table) {
  std::string signature;
  for (const TableRow& row : table.rows) {
    if (row.calls_total > 1) return false;
    if (row.calls.empty()) continue;
    if (!signature.empty() && row.calls[0].signature != signature) return false;
    signature = row.calls[0].signature;
  }
  return true;
}

/// `1999 → true`: what a call was given, as far as there is room for it, and what it returned.
std::string call_text(const service::NodeView& call, const Room& room) {
  constexpr std::size_t kWidestInputs = 16;
  if (call.facts.outcome != state::Outcome::kReturned || !call.facts.result)
    return in_signs(service::one_line(call, kWidestCell), room);
  std::string inputs;
  for (const Value& input : call.facts.inputs)
    if (input.name != "this")
      inputs += (inputs.empty() ? "" : ", ") + in_signs(service::to_text(input, kWholeValue), room);
  const std::string result = in_signs(service::to_text(*call.facts.result, kWidestCell), room);
  if (inputs.empty() || display_width(inputs) > kWidestInputs) return result;
  return inputs + in_signs(" → ", room) + result;
}

/// The calls of single passes, if there are any.
Texts call_texts(const Table& table, const Room& room) {
  const bool is_one = calls_one_function(table);
  Texts texts;
  texts.heading = "calls";
  texts.is_left = false;
  for (const TableRow& row : table.rows) {
    std::string text;
    for (const service::NodeView& call : row.calls) {
      if (is_one) texts.heading = printable(call.function);
      text += (text.empty() ? "" : ", ") +
              (is_one ? call_text(call, room) : in_signs(service::one_line(call, kWidestCell), room));
    }
    if (row.calls_total > row.calls.size())
      text += in_signs(fmt::format(", … {} more", row.calls_total - row.calls.size()), room);
    texts.rows.push_back(std::move(text));
  }
  return texts;
}

Texts output_texts(const Table& table, const Room& room) {
  Texts texts;
  texts.heading = "printed";
  for (const TableRow& row : table.rows)
    texts.rows.push_back(row.facts.output.empty() ? ""
                                                  : in_signs(service::in_quotes(row.facts.output), room));
  return texts;
}

Texts consumed_texts(const Table& table, const Room& room) {
  Texts texts;
  texts.heading = "consumed";
  texts.is_left = false;
  for (const TableRow& row : table.rows) {
    std::string text;
    for (const state::Consumed& one : row.facts.consumed)
      text += (text.empty() ? "" : ", ") +
              in_signs(service::in_quotes(one.text.substr(0, one.text.size() - one.given_back)), room) +
              (one.is_end ? " and the end" : "");
    texts.rows.push_back(std::move(text));
  }
  return texts;
}

/// A column is no narrower than its heading, within limits.
std::size_t narrowest(const Texts& column) {
  constexpr std::size_t kWidestHeading = 14;
  return std::clamp(display_width(column.heading), std::min(kNarrowestCell, column.width()), kWidestHeading);
}

std::size_t least_width(const std::vector<Texts>& columns) {
  std::size_t total = 0;
  for (const Texts& column : columns) total += narrowest(column) + kGap;
  return total;
}

/// Leaves out columns until the others have room: the calls of several functions first, which a pass by itself shows, then from the
/// last one on. Gives the headings of those that say what passes left.
std::vector<std::string> leave_out(std::vector<Texts>& columns, std::size_t room) {
  std::vector<std::string> hidden;
  if (least_width(columns) > room)
    std::erase_if(columns, [](const Texts& column) { return !column.is_left && column.heading == "calls"; });
  while (columns.size() > 1 && least_width(columns) > room) {
    hidden.insert(hidden.begin(), columns.back().heading);
    columns.pop_back();
  }
  return hidden;
}

/// How wide columns may be so that they fit: the widest ones give way first.
std::vector<std::size_t> fitted_widths(const std::vector<Texts>& columns, std::size_t room) {
  std::vector<std::size_t> widths;
  std::size_t total = 0;
  for (const Texts& column : columns) {
    widths.push_back(std::clamp<std::size_t>(column.width(), 1, kWidestCell + 8));
    total += widths.back() + kGap;
  }
  while (total > room) {
    std::size_t widest = widths.size();
    for (std::size_t c = 0; c < widths.size(); ++c)
      if (widths[c] > narrowest(columns[c]) && (widest == widths.size() || widths[c] > widths[widest]))
        widest = c;
    if (widest == widths.size()) break;
    --widths[widest];
    --total;
  }
  return widths;
}

std::string label_of(const TableRow& row) {
  return row.first == row.last ? with_commas(row.first)
                               : with_commas(row.first) + " to " + with_commas(row.last);
}

}  // namespace

TableCells table_cells(const Table& table, const Room& room) {
  std::vector<Texts> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].is_own) columns.push_back(own_texts(table, i, room));
  for (Texts texts : {consumed_texts(table, room), call_texts(table, room)})
    if (texts.says_something()) columns.push_back(std::move(texts));
  TableCells cells;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (!table.columns[i].is_own) columns.push_back(left_texts(table, i, room));
  if (Texts texts = output_texts(table, room); texts.says_something()) columns.push_back(std::move(texts));

  std::size_t label = display_width("after pass");
  for (const TableRow& row : table.rows) label = std::max(label, display_width(label_of(row)));
  const std::size_t taken = kMargin + label + kGap + 2;
  const std::size_t width = room.columns > taken + 20 ? room.columns - taken : 20;
  cells.hidden = leave_out(columns, width);
  const std::vector<std::size_t> widths = fitted_widths(columns, width);
  const std::string dots = in_signs("…", room);
  const auto fit = [&](const std::string& text, std::size_t column) {
    return cut_to(text, widths[column], dots);
  };
  cells.lines.resize(table.rows.size() + 2);
  cells.lines.front().label = "start";
  cells.lines.back().label = "end";
  for (std::size_t r = 0; r < table.rows.size(); ++r) cells.lines[r + 1].label = label_of(table.rows[r]);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Texts& texts = columns[c];
    if (!texts.is_left) cells.first_left = c + 1;
    cells.has_dots = cells.has_dots || texts.has_dots;
    cells.headings.push_back(fit(texts.heading, c));
    cells.lines.front().cells.push_back(fit(texts.start, c));
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      cells.lines[r + 1].cells.push_back(fit(texts.rows[r], c));
    cells.lines.back().cells.push_back(fit(texts.end, c));
  }
  if (!table.left) {
    cells.lines.pop_back();
  } else if (table.left->how == state::LoopExit::kRanOut) {
    cells.lines.back().remark = table.is_range ? "all was visited" : "the condition no longer holds";
  } else {
    cells.lines.back().label.clear();
    cells.lines.back().remark = in_signs(service::exit_text(*table.left, kWidestCell), room);
  }
  return cells;
}

StyledLines table_lines(const TableCells& cells, const Room& room) {
  const std::string bar = in_signs("│", room);
  std::size_t label = display_width("after pass");
  for (const TableCells::Line& line : cells.lines) label = std::max(label, display_width(line.label));
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < cells.headings.size(); ++c) {
    std::size_t width = display_width(cells.headings[c]);
    for (const TableCells::Line& line : cells.lines) width = std::max(width, display_width(line.cells[c]));
    widths.push_back(width);
  }
  const auto line_of = [&](std::string_view name, const std::vector<std::string>& texts,
                           std::string_view remark, Style style) {
    StyledLine line;
    line.fill(kMargin).add(name, style);
    std::size_t at = kMargin + label + kGap;
    for (std::size_t c = 0; c < texts.size(); ++c) {
      if (c == cells.first_left) {
        line.fill(at).add(bar, Style::kDim);
        at += 2;
        if (!remark.empty()) return line.fill(at).add(remark, Style::kDim);
      }
      line.fill(at).add(texts[c], style);
      at += widths[c] + kGap;
    }
    if (!remark.empty()) line.fill(at).add(bar + " ", Style::kDim).add(remark, Style::kDim);
    return line;
  };
  StyledLines lines{line_of("after pass", cells.headings, "", Style::kDim)};
  for (const TableCells::Line& line : cells.lines)
    lines.push_back(line_of(line.label, line.cells, line.remark, Style::kPlain));
  return lines;
}

}  // namespace culprit::cli
