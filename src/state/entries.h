#pragma once

#include <cstdint>

#include "src/base/progress.h"
#include "src/state/index_writer.h"
#include "src/state/survey.h"
#include "src/trace/trace.h"

namespace culprit::state {

/// The second parse: puts each write's keys with its page, sorts the pages, and writes the sections kPages,
/// kPageStarts and kEntries. `at_once` bounds the keys held in memory, unless one page alone has more.
void write_entries(const trace::Trace& trace, Survey& survey, IndexWriter& writer, const Progress& progress,
                   std::uint64_t at_once);

}  // namespace culprit::state
