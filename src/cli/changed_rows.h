#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/rows.h"
#include "src/state/account.h"

namespace culprit::cli {

/// What a node changed, in rows: elements of one container together, whole values where there is room for them.
struct ChangedRows {
  std::vector<Row> rows;
  std::vector<std::string> places;  ///< that the rows show: "size_", "names[2..6]"

  /// A row shows this place, or what it is part of.
  bool shows(std::string_view path) const;
  /// A row shows it, or a part of it.
  bool touches(std::string_view path) const;
};

/// `width` is the room for a name and what is said of it.
ChangedRows changed_rows(const state::Facts& facts, const Room& room);

}  // namespace culprit::cli
