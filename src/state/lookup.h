#pragma once

#include <span>
#include <string_view>

#include "src/base/error.h"
#include "src/state/context.h"
#include "src/state/place.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// Finds the place a path names: `root`, then `.field`, `->field`, `[index]`, with `*` and parentheses before
/// and around as in C++. `.` and `->` both go through pointers, smart or not, and into optionals and variants.
/// Containers have elements, maps those of their keys (`m["a"]`), tuples are taken apart by `std::get<1>(t)`. Fails with kUsage for what is no path and
/// with kNotFound, naming the nearest field, for one that leads nowhere.
Result<Place> find_place(const Catalogue& catalogue, Snapshot& snapshot, std::span<const Root> roots,
                         std::string_view path);

}  // namespace culprit::state
