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
/// are in the order of the sequence numbers they carry, and ranks count through them. With one stream there
/// are no runs: a rank is a position.
class Runs {
 public:
  /// Cost: a pass over the segments in which a sequence number changes, none with one stream.
  void read(const SegmentTable& segments, const Progress& progress);

  /// Streams are given by their row in SegmentTable::events(). Cost, here and below: O(log runs).
  Rank rank_of(std::size_t stream, std::uint64_t position) const;
  struct Place {
    std::size_t stream = 0;
    std::uint64_t position = 0;
  };
  Place place_of(Rank rank) const;
  /// The first position of a stream that has this rank or a higher one; kNowhere if none has.
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
  std::uint64_t position_from(std::size_t stream, Rank rank) const;
  /// What other streams did from this rank on happened after the event at a position; of what they did before it, that
  /// cannot be told. kNoRank: it can be told of nothing.
  Rank settled_after(std::size_t stream, std::uint64_t position) const;
  std::size_t size() const { return runs_.size(); }

 private:
  struct Run {
    std::uint64_t rank;      ///< of its first byte
    std::uint64_t position;  ///< of its first byte, in its stream
    std::uint32_t stream;
    std::uint32_t
        last_change;  ///< where the last number in it begins, from its first byte; kMostChange if further
  };
  static constexpr std::uint64_t kMostChange = UINT32_MAX;
  const Run* run_at(Rank rank) const;
  const Run* run_of(std::size_t stream, std::uint64_t position) const;
  Column<Run> runs_;                                   ///< by rank
  std::vector<std::vector<std::uint32_t>> by_stream_;  ///< rows of runs_, by position
};

}  // namespace culprit::trace
