#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Bytes that memory held and the writes of the trace do not explain.
struct Missed {
  Moment moment = kNoMoment;  ///< of the check that noticed it
  NodeId node = kNoNode;      ///< the innermost node in which it was changed: since the check before
  Address address = 0;
  std::string logged;          ///< the bytes as the writes give them
  std::string held;            ///< as they were
  Moment written = kNoMoment;  ///< the newest write to the first of them that the trace knows
  NodeId writer = kNoNode;     ///< and where that was
};

struct CheckReport {
  std::uint64_t checks = 0;    ///< records of what arguments reach
  std::uint64_t reads = 0;     ///< records of reads with their values
  std::uint64_t bytes = 0;     ///< that both hold
  std::uint64_t compared = 0;  ///< of which a reader claims to know the value
  std::uint64_t unordered =
      0;                     ///< left out: another thread was writing there, or it is a lock of the C library
  std::uint64_t missed = 0;  ///< differences, of which the first ones are listed
  std::vector<Missed> list;
};

/// Compares what the CHECK and READ_VALUE records of a trace hold with what its writes say. Bytes that a reader would show as
/// uninitialised, freed or unknown are left out. What another thread wrote at about the same time may be in a copy or
/// not: only a byte that none of these writes explains counts. A difference is reported when it is first seen, and not again
/// while memory stays the same. O(bytes checked * log n).
Result<CheckReport> check_writes(const trace::Trace& trace, const tree::Tree& tree, std::size_t most_listed,
                                 const Progress& progress = no_progress);

}  // namespace culprit::state
