#pragma once

#include <span>
#include <string_view>

#include "src/base/error.h"
#include "src/state/context.h"
#include "src/state/place.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// Finds the place a path names: `root`, then `.field`, `->field`, `[index]`, with `*` and parentheses before
/// and around as in C++. `.` and `->` both go through pointers. Fails with kUsage for what is no path and
/// with kNotFound, naming the nearest field, for one that leads nowhere.
Result<Place> find_place(const trace::Tables& tables, Snapshot& snapshot, std::span<const Root> roots,
                         std::string_view path);

}  // namespace culprit::state
