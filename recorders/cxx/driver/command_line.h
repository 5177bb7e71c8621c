#pragma once

#include <span>
#include <string>
#include <vector>

#include "recorders/cxx/driver/invocation.h"
#include "recorders/cxx/driver/parts.h"

namespace culprit::driver {

/// The arguments for clang: the user's, unchanged and in their order, and behind them what recording needs.
/// Fails if a part that is needed is missing, or the program would be for another machine.
Result<std::vector<std::string>> clang_arguments(std::span<const std::string> arguments, Language language);

}  // namespace culprit::driver
