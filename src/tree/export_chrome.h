#pragma once

#include <iosfwd>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/tree/export_options.h"

namespace culprit::tree {

/// Writes Chrome trace events (an array of begin and end events), as chrome://tracing and Perfetto open them.
/// Times are moments (Timeline), not a clock. Fails with kIo if the stream does. O(nodes) time, bounded
/// memory.
Status write_chrome(const Tree& tree, std::ostream& out, const ExportOptions& options = {},
                    const Progress& progress = no_progress);

}  // namespace culprit::tree
