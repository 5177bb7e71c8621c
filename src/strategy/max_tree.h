#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"

namespace culprit::strategy {

/// Maxima over blocks of 64, over 64 of those, and so on: where in a long row the largest value can be. The
/// lowest level holds the values themselves, or only the maxima of 64 (then an eighth of a byte a value).
class MaxTree {
 public:
  static constexpr std::uint32_t kFanBits = 6;
  static constexpr std::uint32_t kFan = 1u << kFanBits;

  MaxTree() = default;
  /// `base_bits`: 0 to keep every value, kFanBits to keep only the maxima of 64 at the lowest level.
  MaxTree(std::size_t values, std::uint32_t base_bits);

  /// Building: raise values in any order, then finish() once.
  void raise(std::uint32_t position, std::uint64_t value) {
    std::uint64_t& entry = levels_[0][position >> base_bits_];
    if (value > entry) entry = value;
  }
  void finish();
  /// Lowers a value. Only with base_bits 0. O(64 x levels).
  void lower(std::uint32_t position, std::uint64_t value);

  std::uint32_t levels() const { return static_cast<std::uint32_t>(levels_.size()); }
  /// How many positions, as a power of two, an entry of this level covers.
  std::uint32_t bits(std::uint32_t level) const { return base_bits_ + level * kFanBits; }
  std::uint64_t at(std::uint32_t level, std::uint32_t index) const { return levels_[level][index]; }
  std::size_t bytes() const;

 private:
  std::uint64_t max_of_block(std::uint32_t level, std::size_t block) const;

  std::vector<Column<std::uint64_t>> levels_;
  std::uint32_t base_bits_ = 0;
};

}  // namespace culprit::strategy
