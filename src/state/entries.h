#pragma once

#include <cstdint>

#include "src/base/progress.h"
#include "src/state/index_writer.h"
#include "src/state/survey.h"
#include "src/trace/trace.h"

namespace culprit::state {

/// Entries held in memory at once: 1 GiB of keys. What is more is made by further parses, a range of pages
/// each.
inline constexpr std::uint64_t kEntriesAtOnce = std::uint64_t{1} << 27;

/// The second parse: puts each write's keys with its page, sorts the pages, and writes the sections kPages,
/// kPageStarts and kEntries. `at_once` bounds the keys held in memory, unless one page alone has more.
void write_entries(const trace::Trace& trace, Survey& survey, IndexWriter& writer, const Progress& progress,
                   std::uint64_t at_once = kEntriesAtOnce);

}  // namespace culprit::state
