#pragma once

#include <string>

#include "src/base/error.h"

namespace culprit::cli {

/// Writes the trace of a tiny run with the recorders' own writer: main() = 7 calls add(1, 2) = 3 and twice(3)
/// = 7, which is wrong; twice also sets the global `total` to 7. For `culprit doctor`.
Status write_sample_trace(const std::string& path);

}  // namespace culprit::cli
