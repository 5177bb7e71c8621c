#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace culprit::state {

/// What is left of a search: at(low) < wanted <= at(high), and both values.
template <class At>
class Bracket {
 public:
  Bracket(std::size_t low, std::size_t high, std::uint64_t wanted, At at)
      : at_(at), wanted_(wanted), low_(low), high_(high), least_(at(low)), most_(at(high)) {}

  std::size_t low() const { return low_; }
  std::size_t high() const { return high_; }
  std::size_t size() const { return high_ - low_; }
  std::uint64_t least() const { return least_; }
  std::uint64_t most() const { return most_; }
  /// Looks at one more value; true if it lies before the wanted one. Precondition: low < i < high.
  bool probe(std::size_t i) {
    const std::uint64_t value = at_(i);
    const bool is_before = value < wanted_;
    (is_before ? low_ : high_) = i;
    (is_before ? least_ : most_) = value;
    return is_before;
  }
  void halve() { probe(low_ + size() / 2); }
  /// Where the wanted value lies if the values are spread evenly.
  std::size_t guess() const {
    const double part = static_cast<double>(wanted_ - least_) / static_cast<double>(most_ - least_);
    const auto step = static_cast<std::size_t>(part * static_cast<double>(size()));
    return low_ + std::clamp<std::size_t>(step, 1, size() - 1);
  }

 private:
  At at_;
  std::uint64_t wanted_;
  std::size_t low_;
  std::size_t high_;
  std::uint64_t least_;
  std::uint64_t most_;
};

/// The first i in [low, high) with at(i) >= wanted, or high. Moments are spread evenly, so a guess from the
/// ends is off by about the root of the distance: each step takes one value there and one a margin further,
/// and what lies between is left. Where that does not cut the rest in half, the middle does; so the cost is
/// O(log n) whatever the values are. Precondition: at() ascends.
template <class At>
std::size_t search_even(std::size_t low, std::size_t high, std::uint64_t wanted, At at) {
  constexpr std::size_t kFew = 8;
  if (low == high) return low;
  Bracket<At> rest(low, high - 1, wanted, at);
  if (wanted <= rest.least()) return low;
  if (wanted > rest.most()) return high;
  while (rest.size() > kFew) {
    const std::size_t size = rest.size(), guess = rest.guess();
    const auto margin = static_cast<std::size_t>(1.5 * std::sqrt(static_cast<double>(size)));
    if (rest.probe(guess)) {
      if (margin < rest.size()) rest.probe(guess + margin);
    } else if (margin < rest.size()) {
      rest.probe(guess - margin);
    }
    if (rest.size() > kFew && rest.size() > size / 2) rest.halve();
  }
  while (rest.size() > 1) rest.halve();
  return rest.high();
}

}  // namespace culprit::state
