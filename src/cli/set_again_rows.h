#pragma once

#include <vector>

#include "src/cli/rows.h"
#include "src/state/account.h"

namespace culprit::cli {

/// What a node wrote with the value that it had, in rows: many elements of one container together.
std::vector<Row> set_again_rows(const state::Facts& facts, const Room& room);

}  // namespace culprit::cli
