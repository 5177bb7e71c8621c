#pragma once

#include <cstdint>

namespace culprit::graph {

/// What is known of an instance. The paper's true, false and undefined are right, wrong and inadmissible.
enum class Judgement : std::uint8_t { kUnknown, kRight, kWrong, kInadmissible };

}  // namespace culprit::graph
