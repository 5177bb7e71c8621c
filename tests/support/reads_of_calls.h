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
  /// Those that another tool reported (below), and that stand in no record.
  std::set<std::uint64_t> missed;
  std::size_t reported = 0;
};

/// Where programs with tests/reads/loads.c report what they load: as writes of address and size (8 bits, above).
constexpr std::uint64_t kReportedAt = 0x1000;

/// The calls of one stream. Cost: reads and reports times depth; for small programs.
std::vector<CallReads> reads_of_calls(const trace::Trace& trace, StreamId stream);

}  // namespace culprit::test
