#pragma once

#include "src/base/error.h"
#include "src/base/mapped_file.h"
#include "src/base/progress.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Parses the trace twice (once more for each GiB of entries past the first) and writes its index. Memory: a
/// GiB for entries and 16 bytes a node, whatever the trace's size, as long as no single page was written 60
/// million times.
Result<MappedFile> build_index(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress);

}  // namespace culprit::state
