#pragma once

#include <fmt/core.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

namespace culprit::bench {

/// Prints figures with what is promised beside them, a line each, and remembers whether one was broken.
class Promises {
 public:
  void at_most(std::string_view what, double value, double limit, std::string_view unit) {
    row(what, value, unit, fmt::format("<= {:g}", limit), value <= limit);
  }
  void at_least(std::string_view what, double value, double limit, std::string_view unit) {
    row(what, value, unit, fmt::format(">= {:g}", limit), value >= limit);
  }
  /// A figure without a promise.
  void note(std::string_view what, double value, std::string_view unit) { row(what, value, unit, "", true); }
  void heading(std::string_view text) {
    fmt::print("\n{}\n", text);
    std::fflush(stdout);
  }
  int exit_code() const { return is_broken_ ? 1 : 0; }

 private:
  void row(std::string_view what, double value, std::string_view unit, std::string_view limit, bool holds) {
    fmt::print("  {:<58} {:>12.4g} {:<9} {:<10} {}\n", what, value, unit, limit, holds ? "" : "BROKEN");
    std::fflush(stdout);
    is_broken_ = is_broken_ || !holds;
  }
  bool is_broken_ = false;
};

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Processor time of this thread, for latencies that must not count what else the machine does.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// "VmRSS" (now) or "VmHWM" (the most so far) of this process, in bytes.
inline std::uint64_t memory(const char* field = "VmRSS") {
  std::FILE* file = std::fopen("/proc/self/status", "r");
  if (!file) return 0;
  char line[256];
  unsigned long long kilobytes = 0;
  while (std::fgets(line, sizeof line, file)) {
    if (std::strncmp(line, field, std::strlen(field)) == 0) {
      std::sscanf(line + std::strlen(field) + 1, "%llu", &kilobytes);
    }
  }
  std::fclose(file);
  return kilobytes * 1024;
}

}  // namespace culprit::bench
