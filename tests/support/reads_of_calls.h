// What each call read before writing it, by brute force over the log.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "src/trace/trace.h"

namespace culprit::test {

/// One call of a trace, in the order in which they began.
struct CallReads {
  std::uint32_t function = 0;
  std::uint64_t frame = 0;
  /// Bytes outside the frames of the call and those below it that it, or what it called, read first: by the records that a table
  /// of what was read lately lets pass, and by those of the self-check, which has none.
  std::set<std::uint64_t> filtered;
  std::set<std::uint64_t> all;
};

/// The calls of one stream. Cost: reads times depth; for small programs.
std::vector<CallReads> reads_of_calls(const trace::Trace& trace, StreamId stream);

}  // namespace culprit::test
