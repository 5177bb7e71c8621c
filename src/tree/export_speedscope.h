#pragma once

#include <iosfwd>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/tree/export_options.h"

namespace culprit::tree {

/// Writes evented profiles for speedscope (https://www.speedscope.app/file-format-schema.json), one a thread.
/// Times are moments (Timeline), not a clock. Fails with kIo if the stream does. O(nodes) time, bounded
/// memory.
Status write_speedscope(const Tree& tree, std::ostream& out, const ExportOptions& options = {},
                        const Progress& progress = no_progress);

}  // namespace culprit::tree
