#pragma once

#include <cstdint>

namespace culprit {

/// What is known of a call, a loop's pass or a chain of calls: the one word for it in answers, searches, graphs and oracles.
enum class Mark : std::uint8_t {
  kUndefined,
  kRight,
  kWrong,
  kTrusted,
  kSkipped,
  kInadmissible,  ///< it should never have been given this input
};

}  // namespace culprit
