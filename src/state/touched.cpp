#include "src/state/touched.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "src/state/pieces.h"
#include "src/trace/decode.h"

namespace culprit::state {
namespace {

/// Granules that are looked at together: their masks stay in the cache, so that each row costs but a look at a table.
constexpr std::uint64_t kWindow = 2048;
using Window = std::array<std::uint64_t, kWindow>;

/// The union of sorted lists, in order: each(row).
template <class Each>
void unite(RowLists lists, Each each) {
  Window masks{};
  std::erase_if(lists, [](const RowList& list) { return list.empty(); });
  while (!lists.empty()) {
    std::uint64_t first = ~std::uint64_t{0};
    for (const RowList& list : lists) first = std::min(first, list.front().granule);
    std::uint64_t last = first;
    for (RowList& list : lists)
      last = std::max(last, list.take_below(first + kWindow, first, [&](const WrittenRow& row) {
        masks[row.granule - first] |= row.mask;
      }));
    for (std::uint64_t granule = first; granule <= last; ++granule) {
      std::uint64_t& mask = masks[granule - first];
      if (mask != 0) each(WrittenRow{granule, mask});
      mask = 0;
    }
    std::erase_if(lists, [](const RowList& list) { return list.empty(); });
  }
}

/// Passes over what ends before an address.
void skip_to(RangeList& ranges, Address address) {
  while (!ranges.empty() && ranges.front().end <= address) ranges.advance();
}

/// Adds the bytes of the ranges that lie in a window; ranges may go on behind it.
void mark_made(RangeList& ranges, std::uint64_t first, Window& known) {
  skip_to(ranges, first * kGranuleBytes);
  const Address behind = (first + kWindow) * kGranuleBytes;
  for (RangeList rest = ranges; !rest.empty() && rest.front().start < behind; rest.advance()) {
    const MadeRow& range = rest.front();
    const std::uint64_t from = std::max(range.start / kGranuleBytes, first);
    const std::uint64_t to = std::min((range.end + kGranuleBytes - 1) / kGranuleBytes, first + kWindow);
    for (std::uint64_t granule = from; granule < to; ++granule)
      known[granule - first] |= granule_bits(granule, range.start, range.end);
  }
}

/// Adds a range to those that are there, start -> end; what touches is one. O(log n), and those that it joins.
void join(std::map<Address, Address>& ranges, Address start, Address end) {
  auto next = ranges.upper_bound(start);
  if (next != ranges.begin() && std::prev(next)->second >= start) --next;
  while (next != ranges.end() && next->first <= end) {
    start = std::min(start, next->first);
    end = std::max(end, next->second);
    next = ranges.erase(next);
  }
  ranges.emplace(start, end);
}

template <class Combine>
std::vector<WrittenRow> combined(std::span<const WrittenRow> a, RowList b, Combine combine) {
  std::vector<WrittenRow> rows;
  for (const WrittenRow& row : a) {
    b.skip_below(row.granule);
    const bool is_in_both = !b.empty() && b.front().granule == row.granule;
    const std::uint64_t mask = combine(row.mask, is_in_both ? b.front().mask : 0);
    if (mask != 0) rows.push_back({row.granule, mask});
  }
  return rows;
}

}  // namespace

std::size_t StretchBuilder::slot_of(std::uint64_t granule) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = (granule * 0x9e3779b97f4a7c15u >> 32) & mask;
  while (slots_[slot].number != granule && slots_[slot].number != kNone) slot = (slot + 1) & mask;
  return slot;
}

StretchBuilder::Granule& StretchBuilder::at(std::uint64_t granule) {
  if (slots_[last_].number == granule) return slots_[last_];
  last_ = slot_of(granule);
  if (slots_[last_].number == granule) return slots_[last_];
  if (2 * granules_.size() >= slots_.size()) {
    grow();
    last_ = slot_of(granule);
  }
  granules_.push_back(granule);
  slots_[last_].number = granule;
  return slots_[last_];
}

void StretchBuilder::grow() {
  std::vector<Granule> old(2 * slots_.size());
  old.swap(slots_);
  for (const Granule& granule : old)
    if (granule.number != kNone) slots_[slot_of(granule.number)] = granule;
}

void StretchBuilder::take(const trace::Event& event) {
  ++taken_;
  switch (event.kind) {
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
    case CULPRIT_EVENT_BLOCK:
      return write(event.address, event.size);
    case CULPRIT_EVENT_FILL:
      return event.size > kLongFill ? make(event.address, event.size) : write(event.address, event.size);
    case CULPRIT_EVENT_ALLOCATE:
      write(event.address, 1);
      return make(event.address, event.size);
    case CULPRIT_EVENT_FREE:
      return write(event.address, 1);
    case CULPRIT_EVENT_EXTENDED:
      if (!trace::is_read(event)) return;
      return event.size > kLongRead ? read_long(event.address, event.size) : read(event.address, event.size);
    default:
      return;
  }
}

void StretchBuilder::write(Address address, std::uint64_t size) {
  each_granule(address, size,
               [&](std::uint64_t granule, std::uint64_t mask) { at(granule).written |= mask; });
}

void StretchBuilder::make(Address address, std::uint64_t size) {
  const Address end = address + clamped_size(address, size);
  if (end > address) join(made_, address, end);
}

/// Only what was not read so before: each byte costs once, however often it is read. The gaps are gone behind this, which pays for them.
void StretchBuilder::read_long(Address address, std::uint64_t size) {
  left_ = std::min(left_ + std::min(taken_, kMostLongReads) * kLongReadsOfOne, kMostLongReads);
  taken_ = 0;
  const Address end = address + clamped_size(address, size);
  auto next = long_reads_.upper_bound(address);
  if (next != long_reads_.begin()) --next;
  for (Address at = address; at < end;) {
    while (next != long_reads_.end() && next->second <= at) ++next;
    const bool is_read = next != long_reads_.end() && next->first <= at;
    const Address stop =
        next == long_reads_.end() ? end : std::min(end, is_read ? next->second : next->first);
    if (!is_read) {
      const std::uint64_t kept = std::min(stop - at, left_);
      read(at, kept);
      left_ -= kept;
      lacks_reads_ = lacks_reads_ || kept < stop - at;
    }
    at = stop;
  }
  join(long_reads_, address, end);
}

void StretchBuilder::read(Address address, std::uint64_t size) {
  each_granule(address, size, [&](std::uint64_t granule, std::uint64_t mask) {
    Granule& bytes = at(granule);
    std::uint64_t unknown = mask & ~(bytes.written | bytes.read | bytes.made);
    if (unknown == 0) return;
    if (!made_.empty()) bytes.made |= unknown & made_bits(granule);
    bytes.read |= unknown & ~bytes.made;
  });
}

std::uint64_t StretchBuilder::made_bits(std::uint64_t granule) const {
  const Address start = granule * kGranuleBytes;
  std::uint64_t mask = 0;
  auto range = made_.upper_bound(start);
  if (range != made_.begin()) --range;
  for (; range != made_.end() && range->first < start + kGranuleBytes; ++range)
    mask |= granule_bits(granule, range->first, range->second);
  return mask;
}

StretchRows StretchBuilder::finish() {
  StretchRows rows;
  std::sort(granules_.begin(), granules_.end());
  std::vector<std::size_t> used;
  used.reserve(granules_.size());
  for (const std::uint64_t number : granules_) {
    used.push_back(slot_of(number));
    const Granule& granule = slots_[used.back()];
    if (granule.written != 0) rows.written.push_back({number, granule.written});
    if (granule.read != 0) rows.read.push_back({number, granule.read});
  }
  for (const std::size_t slot : used) slots_[slot] = {};
  for (const auto& [start, end] : made_) rows.made.push_back({start, end});
  rows.lacks_reads = lacks_reads_;
  granules_.clear();
  made_.clear();
  long_reads_.clear();
  lacks_reads_ = false;
  return rows;
}

std::vector<WrittenRow> united(RowLists lists) {
  std::vector<WrittenRow> rows;
  unite(std::move(lists), [&](const WrittenRow& row) { rows.push_back(row); });
  return rows;
}

std::vector<WrittenRow> common(std::span<const WrittenRow> a, RowList b) {
  return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
}

std::vector<WrittenRow> without(std::span<const WrittenRow> a, RowList b) {
  return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & ~y; });
}

std::vector<WrittenRow> common(std::span<const WrittenRow> rows, RangeList ranges) {
  std::vector<WrittenRow> found;
  for (const WrittenRow& row : rows) {
    const Address start = row.granule * kGranuleBytes;
    skip_to(ranges, start);
    std::uint64_t mask = 0;
    for (RangeList rest = ranges; !rest.empty() && rest.front().start < start + kGranuleBytes; rest.advance())
      mask |= row.mask & granule_bits(row.granule, rest.front().start, rest.front().end);
    if (mask != 0) found.push_back({row.granule, mask});
  }
  return found;
}

StretchRows in_order(std::vector<Stretch> stretches) {
  StretchRows rows;
  rows.lacks_reads = lacks_reads(stretches);
  Window read{}, written{}, known{};  // known: written or made
  const auto has_rows = [](const Stretch& stretch) {
    return !stretch.read.empty() || !stretch.written.empty();
  };
  for (;;) {
    std::erase_if(stretches,
                  [&](const Stretch& stretch) { return !has_rows(stretch) && stretch.made.empty(); });
    std::uint64_t first = ~std::uint64_t{0};
    for (const Stretch& stretch : stretches) {
      if (!stretch.read.empty()) first = std::min(first, stretch.read.front().granule);
      if (!stretch.written.empty()) first = std::min(first, stretch.written.front().granule);
    }
    if (first == ~std::uint64_t{0}) return rows;
    std::uint64_t last = first;
    for (Stretch& stretch : stretches) {
      const auto take_read = [&](const WrittenRow& row) {
        read[row.granule - first] |= row.mask & ~known[row.granule - first];
      };
      const auto take_written = [&](const WrittenRow& row) {
        written[row.granule - first] |= row.mask;
        known[row.granule - first] |= row.mask;
      };
      last = std::max(last, stretch.read.take_below(first + kWindow, first, take_read));
      last = std::max(last, stretch.written.take_below(first + kWindow, first, take_written));
      mark_made(stretch.made, first, known);
    }
    for (std::uint64_t granule = first; granule <= last; ++granule) {
      if (const std::uint64_t mask = written[granule - first]; mask != 0)
        rows.written.push_back({granule, mask});
      if (const std::uint64_t mask = read[granule - first]; mask != 0) rows.read.push_back({granule, mask});
    }
    std::fill_n(read.begin(), last - first + 1, 0);
    std::fill_n(written.begin(), last - first + 1, 0);
    known.fill(0);
  }
}

std::vector<MadeRow> made_in(std::span<const Stretch> stretches) {
  std::vector<MadeRow> ranges;
  for (const Stretch& stretch : stretches)
    for (RangeList made = stretch.made; !made.empty(); made.advance()) ranges.push_back(made.front());
  std::ranges::sort(ranges, {}, &MadeRow::start);
  std::size_t kept = 0;
  for (const MadeRow& range : ranges) {
    if (kept > 0 && range.start <= ranges[kept - 1].end)
      ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
    else
      ranges[kept++] = range;
  }
  ranges.resize(kept);
  return ranges;
}

bool lacks_reads(std::span<const Stretch> stretches) {
  return std::ranges::any_of(stretches, &Stretch::lacks_reads);
}

bool is_in(std::span<const WrittenRow> rows, Address address, std::uint64_t size) {
  const Address end = address + size;
  auto row = std::ranges::lower_bound(rows, address / kGranuleBytes, {}, &WrittenRow::granule);
  for (; row != rows.end() && row->granule * kGranuleBytes < end; ++row)
    if ((row->mask & granule_bits(row->granule, address, end)) != 0) return true;
  return false;
}

std::uint64_t bytes_in(std::span<const WrittenRow> rows) {
  std::uint64_t bytes = 0;
  for (const WrittenRow& row : rows) bytes += static_cast<unsigned>(std::popcount(row.mask));
  return bytes;
}

}  // namespace culprit::state
