#pragma once

#include <string>
#include <utility>

#include "src/cli/console.h"
#include "src/state/value.h"

namespace culprit::cli {

/// A value as a tree of lines: on one line where it fits, else its parts below it. Recursion is bounded by
/// the limits with which the value was read.
std::string value_lines(const state::Value& value, const Console& console, std::size_t indent,
                        std::size_t width);

/// Two values side by side in `room` columns: a short one leaves its share to the other.
std::pair<std::string, std::string> fitted(const state::Value& before, const state::Value& after,
                                           std::size_t room);

/// Limits for people, from --depth and --width; the depth is bounded, since values are shown by recursion.
state::Limits limits_of(std::uint32_t depth, std::uint32_t width);

}  // namespace culprit::cli
