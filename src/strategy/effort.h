#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/base/ids.h"

namespace culprit::strategy {

/// What is known of rows beyond the tree, for estimates of effort: a count a row, each of its whole subtree. A column that nobody
/// filled is empty.
struct EffortColumns {
  std::vector<std::uint16_t> arguments;
  std::vector<std::uint16_t> used;  ///< values that it read and did not only write
  std::vector<std::uint16_t> did;   ///< results, writes that outlive it, pieces of output
};

/// What it takes to judge what is shown: lines on the screen, values to compare, and 3 more for a pass of a loop ("from here to the
/// end") or a chain of calls that is judged as one. This is the one place that says so. Strategies choose by estimates from columns, since
/// what is really on the screen is known only when it is drawn.
struct EffortModel {
  double look =
      5;  ///< lines that every look has: its kind, its subject, the question, the answers, a line between
  double line = 1;                 ///< of a call, a step of a frame, a row of a table
  double value = 1;                ///< a value to compare
  double pass_or_run = 3;          ///< more for what stands for many things at once
  std::uint16_t most_values = 12;  ///< of one call: what is more is folded

  /// One effort a look, whatever it shows.
  static EffortModel unit() { return {.look = 1, .line = 0, .value = 0, .pass_or_run = 0}; }

  /// Of a row as a line of its own, with its values.
  double of_row(const EffortColumns& columns, SearchId row) const {
    const auto count = [&](const std::vector<std::uint16_t>& column) {
      return column.empty() ? 0u : unsigned{column[row.value()]};
    };
    const unsigned values = count(columns.arguments) + count(columns.used) + count(columns.did);
    return line + value * std::min<unsigned>(values, most_values);
  }
};

}  // namespace culprit::strategy
