#pragma once

#include <string>

#include "src/base/error.h"

namespace culprit::cli {

/// The trace (*.trace) in `folder` that was written last; its name. Fails with kNotFound.
Result<std::string> newest_trace(const std::string& folder);

}  // namespace culprit::cli
