#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace culprit {

/// Told by long work how far it is: what it is doing, and `done` of `total` (in whatever unit). Called often
/// (each few thousand steps), so it must be cheap; a front end decides when something is worth showing.
using Progress = std::function<void(std::string_view activity, std::uint64_t done, std::uint64_t total)>;

/// For callers that do not care.
inline void no_progress(std::string_view, std::uint64_t, std::uint64_t) {}

}  // namespace culprit
