#pragma once

#include <string>
#include <utility>

#include "src/state/value.h"

namespace culprit::cli {

/// Of two values only the parts that differ, and `…` for the others: a list that grew by its end, an object by the fields that
/// changed, a text by what stands around the change. Recursion is bounded by the limits with which the values were read.
std::pair<state::Value, state::Value> difference(const state::Value& before, const state::Value& after);

/// Of two texts what stands at most `width` columns around the first place where they differ, so that they are never cut to the same.
std::pair<std::string, std::string> around_difference(const std::string& before, const std::string& after,
                                                      std::size_t width, const std::string& dots);

/// Enough for whatever the limits of the reader let through.
inline constexpr std::size_t kWholeValue = 16384;

}  // namespace culprit::cli
