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

/// Counts the steps of long work that knows how many there will be at most, and tells of them now and then.
class Steps {
 public:
  /// What it is given must outlive it.
  Steps(const Progress& progress, std::string_view activity, std::uint64_t total)
      : progress_(progress), activity_(activity), total_(total) {
    progress_(activity_, 0, total_);
  }
  void next() {
    if (++done_ % kTellEach == 0) [[unlikely]]
      progress_(activity_, done_, total_);
  }

 private:
  static constexpr std::uint64_t kTellEach = 65536;
  const Progress& progress_;
  std::string_view activity_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
};

}  // namespace culprit
