#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "src/base/ids.h"

namespace culprit::state {

/// A set of bytes by address. Adding is cheap; the first question after it sorts.
class AddressSet {
 public:
  void add(Address first, std::uint64_t size) {
    if (size == 0 || first == 0) return;
    const Address end = size > ~first ? ~Address{0} : first + size;
    if (!ranges_.empty() && ranges_.back().first <= first && first <= ranges_.back().second) {
      ranges_.back().second = std::max(ranges_.back().second, end);
    } else {
      ranges_.emplace_back(first, end);
    }
    is_sorted_ = false;
  }
  bool has(Address byte) const {
    sort();
    const auto behind = std::partition_point(ranges_.begin(), ranges_.end(),
                                             [&](const auto& range) { return range.first <= byte; });
    return behind != ranges_.begin() && byte < std::prev(behind)->second;
  }

 private:
  /// Into ranges that are apart, ascending.
  void sort() const {
    if (is_sorted_) return;
    std::sort(ranges_.begin(), ranges_.end());
    std::size_t kept = 0;
    for (const auto& range : ranges_) {
      if (kept > 0 && range.first <= ranges_[kept - 1].second) {
        ranges_[kept - 1].second = std::max(ranges_[kept - 1].second, range.second);
      } else {
        ranges_[kept++] = range;
      }
    }
    ranges_.resize(kept);
    is_sorted_ = true;
  }

  mutable std::vector<std::pair<Address, Address>> ranges_;
  mutable bool is_sorted_ = true;
};

}  // namespace culprit::state
