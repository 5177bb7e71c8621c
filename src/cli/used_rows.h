#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "src/cli/changed_rows.h"
#include "src/cli/rows.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// What a node used and did not change, in rows. `is_shown` says of a name whether its value stands elsewhere on the screen; what
/// has no name is left out unless `with_rest`.
std::vector<Row> used_rows(const state::Facts& facts, const ChangedRows& changed,
                           const std::function<bool(std::string_view)>& is_shown, bool with_rest);

/// What a node can see, where it is not known what of that it used.
std::vector<Row> visible_rows(const state::Facts& facts, const ChangedRows& changed,
                              const std::function<bool(std::string_view)>& is_shown);

}  // namespace culprit::cli
