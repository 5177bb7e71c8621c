#include "src/state/intervals.h"

#include <algorithm>
#include <tuple>

#include "src/state/pieces.h"

namespace culprit::state {

const Lifetime* Intervals::last_before(const Lifetime* first, const Lifetime* last, std::uint64_t rank) {
  return std::partition_point(first, last, [&](const Lifetime& l) { return (l.begin & kRankMask) < rank; });
}

void IntervalsBuilder::begin(Address start, std::uint64_t size, Rank rank, std::uint8_t kind) {
  size = clamped_size(start, size);
  if (size == 0) return;
  rows_.push_back({start, start + size, row_rank(rank) | std::uint64_t{kind} << 60, kRankMask});
}

void IntervalsBuilder::end(Address start, Rank rank) {
  rows_.push_back({start, 0, row_rank(rank), kRankMask});
}

/// Ends each lifetime at the next event of the same start, whichever kind it is: with all events of an
/// address in the order of their ranks no table of live ones is needed.
void IntervalsBuilder::pair() {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::make_pair(a.start, a.rank & kRankMask) < std::make_pair(b.start, b.rank & kRankMask);
  });
  for (std::size_t i = 0; i + 1 < rows_.size(); ++i)
    if (rows_[i].start == rows_[i + 1].start) rows_[i].until = rows_[i + 1].rank & kRankMask;
}

void IntervalsBuilder::finish(bool independent) {
  if (!independent) pair();
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::make_tuple(a.start, a.end, a.rank & kRankMask) <
           std::make_tuple(b.start, b.end, b.rank & kRankMask);
  });
  for (const Row& row : rows_) {
    if (row.end == 0) continue;
    if (ranges_.empty() || ranges_.back().start != row.start || ranges_.back().end != row.end)
      ranges_.push_back({row.start, row.end, lifetimes_.size(), 0});
    lifetimes_.push_back({row.rank, row.until});
  }
  rows_.clear();
  fill_reach();
  ranges_.push_back({~std::uint64_t{0}, 0, lifetimes_.size(), 0});
}

/// Fills `reach` of the implicit tree whose root is the middle row, whose children are the middles of the
/// halves. Children first: parts are listed from the root down and then taken from the last.
void IntervalsBuilder::fill_reach() {
  struct Part {
    std::size_t first, last;
  };
  Column<Part> parts;
  if (!ranges_.empty()) parts.push_back({0, ranges_.size()});
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part part = parts[i];
    const std::size_t middle = part.first + (part.last - part.first) / 2;
    if (part.first < middle) parts.push_back({part.first, middle});
    if (middle + 1 < part.last) parts.push_back({middle + 1, part.last});
  }
  const auto middle_of = [](std::size_t first, std::size_t last) { return first + (last - first) / 2; };
  for (std::size_t i = parts.size(); i-- > 0;) {
    const Part part = parts[i];
    const std::size_t middle = middle_of(part.first, part.last);
    std::uint64_t reach = ranges_[middle].end;
    if (part.first < middle) reach = std::max(reach, ranges_[middle_of(part.first, middle)].reach);
    if (middle + 1 < part.last) reach = std::max(reach, ranges_[middle_of(middle + 1, part.last)].reach);
    ranges_[middle].reach = reach;
  }
}

}  // namespace culprit::state
