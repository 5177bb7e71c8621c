#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/progress.h"
#include "src/cli/console.h"

namespace culprit::cli {

/// One line of a bar: activity, bar, percent and the time left, at most `width` columns.
std::string bar_text(std::string_view activity, std::uint64_t done, std::uint64_t total, double seconds,
                     std::size_t width);

/// Shows how far long work is, on standard error: only if that is a terminal, only once a second has passed,
/// at most ten times a second; gone when the work is done, or the object. It must outlive the callbacks it gave out.
class ProgressBar {
 public:
  explicit ProgressBar(const Console& console);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  Progress callback();
  /// For work that writes to standard output: the same, unless that is the terminal on which the bar would be.
  Progress callback_while_printing(const Console& console);
  /// Removes the bar from the screen; it comes back with the next step of work.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  void update(std::string_view activity, std::uint64_t done, std::uint64_t total);

  bool enabled_;
  bool shown_ = false;
  Clock::time_point started_ = Clock::now();
  Clock::time_point told_ = Clock::now();
  Clock::time_point drawn_{};
  Clock::time_point activity_started_ = Clock::now();
  std::string activity_;
};

}  // namespace culprit::cli
