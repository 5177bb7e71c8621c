#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/state/index_format.h"

namespace culprit::state {

/// What covers an address at a rank: one lifetime of one range of addresses.
struct Cover {
  Address start = 0;
  Address end = 0;
  Rank begin;             ///< of the record that began it
  Rank ended = kNoRank;   ///< of the record that ended it, even if after the one asked for
  std::uint8_t kind = 0;  ///< enum culprit_memory; of a fill, its byte is in the record
};

/// Address ranges that come and go, such as allocations. A range that is used again and again is one row with
/// many lifetimes, so that reuse costs a binary search and not a scan. A view of two sections of the index.
class Intervals {
 public:
  Intervals() = default;
  Intervals(std::span<const Range> ranges, std::span<const Lifetime> lifetimes)
      : ranges_(ranges), lifetimes_(lifetimes) {}

  /// found(cover) for each distinct range that meets [start, end) and began before `rank`, with its newest
  /// lifetime that did. Cost: O(log n + ranges met * log lifetimes).
  template <class Found>
  void each(Address start, Address end, Rank rank, Found&& found) const {
    if (ranges_.size() < 2) return;
    struct Part {
      std::size_t first, last;
    };
    // The tree is as deep as the logarithm of its rows; each level leaves at most one part behind.
    Part stack[2 * 64];
    std::size_t depth = 0;
    stack[depth++] = {0, ranges_.size() - 1};
    while (depth > 0) {
      const Part part = stack[--depth];
      if (part.first >= part.last) continue;
      const std::size_t middle = part.first + (part.last - part.first) / 2;
      const Range& range = ranges_[middle];
      if (range.reach <= start) continue;
      if (range.start < end) {
        stack[depth++] = {middle + 1, part.last};
        if (range.end > start) report(middle, rank, found);
      }
      stack[depth++] = {part.first, middle};
    }
  }

 private:
  template <class Found>
  void report(std::size_t row, Rank rank, Found& found) const {
    const Lifetime* first = lifetimes_.data() + ranges_[row].first;
    const Lifetime* last = lifetimes_.data() + ranges_[row + 1].first;
    const Lifetime* after = last_before(first, last, rank.value());
    if (after == first) return;
    const Lifetime& life = after[-1];
    found(Cover{ranges_[row].start, ranges_[row].end, Rank{life.begin & kRankMask},
                life.end == kRankMask ? kNoRank : Rank{life.end},
                static_cast<std::uint8_t>(life.begin >> 60)});
  }
  /// The first lifetime that did not begin before the rank.
  static const Lifetime* last_before(const Lifetime* first, const Lifetime* last, std::uint64_t rank);

  std::span<const Range> ranges_;
  std::span<const Lifetime> lifetimes_;
};

/// Collects begin and end events in any order and turns them into the rows of an Intervals.
class IntervalsBuilder {
 public:
  void begin(Address start, std::uint64_t size, Rank rank, std::uint8_t kind);
  void end(Address start, Rank rank);
  /// What is not ended by its own record is ended by the next one that begins at the same address, unless
  /// `independent`: then nothing ends anything.
  void finish(bool independent);
  std::span<const Range> ranges() const { return ranges_.span(); }
  std::span<const Lifetime> lifetimes() const { return lifetimes_.span(); }

 private:
  struct Row {
    std::uint64_t start;
    std::uint64_t end;   ///< 0: an end event
    std::uint64_t rank;  ///< with the kind in the top 4 bits
    std::uint64_t until;
  };
  void pair();
  void fill_reach();

  Column<Row> rows_;
  Column<Range> ranges_;
  Column<Lifetime> lifetimes_;
};

}  // namespace culprit::state
