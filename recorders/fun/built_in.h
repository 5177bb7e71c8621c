#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "recorders/fun/failure.h"
#include "recorders/fun/heap.h"
#include "recorders/fun/value.h"

namespace culprit::fun {

/// A function of the language itself. It is no call in a recorded run.
struct BuiltIn {
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};
  std::string_view name;
  std::uint32_t least = 0;  ///< arguments
  std::uint32_t most = 0;
  Value (*apply)(Heap&, Failure&, std::span<const Value>) = nullptr;  ///< Value::none() if it failed
};

std::span<const BuiltIn> built_ins();
/// Its place among built_ins(), or -1.
int find_built_in(std::string_view name);

}  // namespace culprit::fun
