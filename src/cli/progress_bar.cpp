#include "src/cli/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kInterval{100};

std::size_t error_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string time_left(double fraction, double seconds) {
  if (fraction <= 0.01 || seconds < 1) return "";
  const double left = seconds * (1 - fraction) / fraction;
  if (left < 60) return fmt::format("  {:.0f} s left", left);
  return fmt::format("  {:.0f} min left", left / 60);
}

}  // namespace

std::string bar_text(std::string_view activity, std::uint64_t done, std::uint64_t total, double seconds,
                     std::size_t width) {
  constexpr std::size_t kBar = 24;
  const std::string label = printable(activity);
  if (total == 0) return clipped(fmt::format("{}  {}", label, with_commas(done)), width);
  const double fraction = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::size_t>(fraction * kBar);
  std::string bar;
  for (std::size_t i = 0; i < kBar; ++i) bar += i < filled ? "━" : "╌";
  const auto percent = static_cast<int>(fraction * 100);
  return clipped(fmt::format("{}  {} {:3} %{}", label, bar, percent, time_left(fraction, seconds)), width);
}

ProgressBar::ProgressBar(const Console& console) : enabled_(console.err_is_terminal()) {}

ProgressBar::~ProgressBar() {
  erase();
}

Progress ProgressBar::callback() {
  if (!enabled_) return no_progress;
  return [this](std::string_view activity, std::uint64_t done, std::uint64_t total) {
    update(activity, done, total);
  };
}

Progress ProgressBar::callback_while_printing(const Console& console) {
  if (!console.out_is_terminal()) return callback();
  erase();
  return no_progress;
}

void ProgressBar::erase() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

void ProgressBar::update(std::string_view activity, std::uint64_t done, std::uint64_t total) {
  const auto now = Clock::now();
  if (activity != activity_) {
    activity_ = activity;
    activity_started_ = now;
  }
  // After a silence other work has begun, such as what an answer to a question takes.
  if (now - told_ > kPatience) started_ = now;
  told_ = now;
  if (total > 0 && done >= total) return erase();
  if (now - started_ < kPatience || now - drawn_ < kInterval) return;
  drawn_ = now;
  const double seconds = std::chrono::duration<double>(now - activity_started_).count();
  const std::string line = bar_text(activity, done, total, seconds, error_width() - 1);
  std::fprintf(stderr, "\r\x1b[K%s", line.c_str());
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace culprit::cli
