#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace culprit::state {

/// The first i in [low, high) with at(i) >= wanted, or high. Moments are spread evenly, so a guess from the
/// ends is off by about the root of the distance: each step takes one value there and one a margin further,
/// and what lies between is left. Where that does not cut the rest in half, the middle does; so the cost is
/// O(log n) whatever the values are. Precondition: at() ascends.
template <class At>
std::size_t search_even(std::size_t low, std::size_t high, std::uint64_t wanted, At at) {
  if (low == high) return low;
  std::uint64_t least = at(low), most = at(--high);
  if (wanted <= least) return low;
  if (wanted > most) return high + 1;
  const auto probe = [&](std::size_t i) {
    const std::uint64_t value = at(i);
    if (value < wanted) {
      low = i, least = value;
      return true;
    }
    high = i, most = value;
    return false;
  };
  // at(low) < wanted <= at(high) throughout.
  while (high - low > 8) {
    const std::size_t rest = high - low;
    const double part = static_cast<double>(wanted - least) / static_cast<double>(most - least);
    const auto step = static_cast<std::size_t>(part * static_cast<double>(rest));
    const std::size_t guess = low + std::clamp<std::size_t>(step, 1, rest - 1);
    const auto margin = static_cast<std::size_t>(1.5 * std::sqrt(static_cast<double>(rest)));
    if (probe(guess)) {
      if (margin < high - guess) probe(guess + margin);
    } else {
      if (margin < guess - low) probe(guess - margin);
    }
    if (high - low > 8 && high - low > rest / 2) probe(low + (high - low) / 2);
  }
  while (high - low > 1) probe(low + (high - low) / 2);
  return high;
}

}  // namespace culprit::state
