#pragma once

#include <string>
#include <vector>

#include "src/cli/styled_line.h"
#include "src/service/looks.h"

namespace culprit::cli {

/// The texts of a table, before they are put below each other. Cells of one row stand in the order of the headings; those from
/// `first_left` on are what passes left, the others what they worked on.
struct TableCells {
  struct Line {
    std::string label;  ///< "start", "12", "5 to 124", "end"
    std::vector<std::string> cells;
    std::string remark;  ///< instead of what was left: how the loop ended
  };
  std::vector<std::string> headings;
  std::size_t first_left = 0;
  std::vector<Line> lines;
  bool has_dots = false;            ///< some cells say that they are as those above
  std::vector<std::string> hidden;  ///< headings of columns for which there was no room
};

/// Fits a table into the room: long values by what of them differs, and as many columns as there is room for.
TableCells table_cells(const service::Table& table, const Room& room);

/// Its lines, each with its label below "after pass".
StyledLines table_lines(const TableCells& cells, const Room& room);

}  // namespace culprit::cli
