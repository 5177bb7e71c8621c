#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/trace/segment_table.h"

namespace culprit::trace {

/// The order of events across threads. A run is a stretch of one stream that no other stream interrupts; runs
/// are in the order of the sequence numbers they carry, and moments count through them. With one stream there
/// are no runs: a moment is a position.
class Runs {
 public:
  /// Cost: a pass over the segments in which a sequence number changes, none with one stream.
  void read(const SegmentTable& segments, const Progress& progress);

  /// Streams are given by their row in SegmentTable::events(). Cost: O(log runs).
  Moment moment_of(std::size_t stream, std::uint64_t position) const;
  struct Place {
    std::size_t stream = 0;
    std::uint64_t position = 0;
  };
  Place place_of(Moment moment) const;
  /// What other streams did from this moment on happened after the event at `moment`; of what they did before it, that
  /// cannot be told. kNoMoment: it can be told of nothing. Cost: O(log runs).
  Moment settled_after(Moment moment) const;
  std::size_t size() const { return runs_.size(); }

 private:
  struct Run {
    std::uint64_t moment;    ///< of its first byte
    std::uint64_t position;  ///< of its first byte, in its stream
    std::uint32_t stream;
    std::uint32_t
        last_change;  ///< where the last number in it begins, from its first byte; kMostChange if further
  };
  static constexpr std::uint64_t kMostChange = UINT32_MAX;
  const Run* run_at(Moment moment) const;
  Column<Run> runs_;                                   ///< by moment
  std::vector<std::vector<std::uint32_t>> by_stream_;  ///< rows of runs_, by position
};

}  // namespace culprit::trace
