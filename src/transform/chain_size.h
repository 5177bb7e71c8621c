#pragma once

#include <cstdint>

namespace culprit::transform {

// How many calls a chain may have: who is asked about one has to see all of them.
inline constexpr std::uint32_t kLeastChainSize = 2;  ///< one call is no chain
inline constexpr std::uint32_t kAnyChainSize = 0xffffffff;

}  // namespace culprit::transform
