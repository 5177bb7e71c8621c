#pragma once

#include <string>
#include <string_view>

#include "src/base/error.h"

namespace culprit {

/// A folder for what can be made again: $XDG_CACHE_HOME/culprit/NAME, or ~/.cache/culprit/NAME; made if it is
/// not there, for this user only. Fails with kIo, and says what to set.
Result<std::string> cache_folder(std::string_view name);

}  // namespace culprit
