#pragma once

#include <cstdint>

#include "src/base/error.h"
#include "src/base/mapped_file.h"
#include "src/base/progress.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Entries held in memory at once: 1 GiB of keys. What is more is made by further parses, a range of pages
/// each.
inline constexpr std::uint64_t kEntriesAtOnce = std::uint64_t{1} << 27;

/// Parses the trace twice (once more for each GiB of entries past the first) and writes its index. Memory: a
/// GiB for entries and 16 bytes a node, whatever the trace's size, as long as no single page was written 60
/// million times.
Result<MappedFile> build_index(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress,
                               std::uint64_t entries_at_once = kEntriesAtOnce);

}  // namespace culprit::state
