#pragma once

#include <string>

#include "src/cli/console.h"
#include "src/state/value.h"

namespace culprit::cli {

/// A value as a tree of lines: on one line where it fits, else its parts below it. Recursion is bounded by
/// the limits with which the value was read.
std::string value_lines(const state::Value& value, const Console& console, std::size_t indent,
                        std::size_t width);

/// Limits for people, from --depth and --width; the depth is bounded, since values are shown by recursion.
state::Limits limits_of(std::uint32_t depth, std::uint32_t width);

}  // namespace culprit::cli
