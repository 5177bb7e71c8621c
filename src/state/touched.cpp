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

bool by_granule(const WrittenRow& a, const WrittenRow& b) {
  return a.granule < b.granule;
}

/// The union of sorted lists, in order: each(row).
template <class Each>
void unite(RowLists lists, Each each) {
  Window masks{};
  std::erase_if(lists, [](const auto& list) { return list.empty(); });
  while (!lists.empty()) {
    std::uint64_t first = ~std::uint64_t{0};
    for (const auto& list : lists) first = std::min(first, list.front().granule);
    std::uint64_t last = first;
    for (auto& list : lists) {
      std::size_t taken = 0;
      for (; taken < list.size() && list[taken].granule - first < kWindow; ++taken)
        masks[list[taken].granule - first] |= list[taken].mask;
      if (taken > 0) last = std::max(last, list[taken - 1].granule);
      list = list.subspan(taken);
    }
    for (std::uint64_t granule = first; granule <= last; ++granule) {
      std::uint64_t& mask = masks[granule - first];
      if (mask != 0) each(WrittenRow{granule, mask});
      mask = 0;
    }
    std::erase_if(lists, [](const auto& list) { return list.empty(); });
  }
}

/// Passes over what lies before a window.
void skip_to(std::span<const WrittenRow>& rows, std::uint64_t granule) {
  if (rows.empty() || rows.front().granule >= granule) return;
  const auto at = std::lower_bound(rows.begin(), rows.end(), WrittenRow{granule, 0}, by_granule);
  rows = rows.subspan(static_cast<std::size_t>(at - rows.begin()));
}

void skip_to(std::span<const MadeRow>& ranges, Address address) {
  while (!ranges.empty() && ranges.front().end <= address) ranges = ranges.subspan(1);
}

/// Adds the bytes of the ranges that lie in a window; ranges may go on behind it.
void mark_made(std::span<const MadeRow>& ranges, std::uint64_t first, Window& known) {
  skip_to(ranges, first * kGranuleBytes);
  const Address behind = (first + kWindow) * kGranuleBytes;
  for (const MadeRow& range : ranges) {
    if (range.start >= behind) return;
    const std::uint64_t from = std::max(range.start / kGranuleBytes, first);
    const std::uint64_t to = std::min((range.end + kGranuleBytes - 1) / kGranuleBytes, first + kWindow);
    for (std::uint64_t granule = from; granule < to; ++granule)
      known[granule - first] |= granule_bits(granule, range.start, range.end);
  }
}

template <class Combine>
std::vector<WrittenRow> combined(std::span<const WrittenRow> a, std::span<const WrittenRow> b,
                                 Combine combine) {
  std::vector<WrittenRow> rows;
  for (const WrittenRow& row : a) {
    skip_to(b, row.granule);
    const bool is_in_both = !b.empty() && b.front().granule == row.granule;
    const std::uint64_t mask = combine(row.mask, is_in_both ? b.front().mask : 0);
    if (mask != 0) rows.push_back({row.granule, mask});
  }
  return rows;
}

}  // namespace

StretchBuilder::Granule& StretchBuilder::at(std::uint64_t granule) {
  if (granule != last_) {
    last_granule_ = &granules_[granule];
    last_ = granule;
  }
  return *last_granule_;
}

void StretchBuilder::take(const trace::Event& event) {
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
      if (trace::is_read(event)) read(event.address, event.size);
      return;
    default:
      return;
  }
}

void StretchBuilder::write(Address address, std::uint64_t size) {
  each_granule(address, size,
               [&](std::uint64_t granule, std::uint64_t mask) { at(granule).written |= mask; });
}

void StretchBuilder::make(Address address, std::uint64_t size) {
  Address end = address + clamped_size(address, size);
  if (end <= address) return;
  auto next = made_.upper_bound(address);
  if (next != made_.begin() && std::prev(next)->second >= address) --next;
  while (next != made_.end() && next->first <= end) {
    address = std::min(address, next->first);
    end = std::max(end, next->second);
    next = made_.erase(next);
  }
  made_.emplace(address, end);
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
  for (const auto& [granule, bytes] : granules_) {
    if (bytes.written != 0) rows.written.push_back({granule, bytes.written});
    if (bytes.read != 0) rows.read.push_back({granule, bytes.read});
  }
  std::sort(rows.written.begin(), rows.written.end(), by_granule);
  std::sort(rows.read.begin(), rows.read.end(), by_granule);
  for (const auto& [start, end] : made_) rows.made.push_back({start, end});
  granules_.clear();
  made_.clear();
  last_ = ~std::uint64_t{0};
  return rows;
}

std::vector<WrittenRow> united(RowLists lists) {
  std::size_t longest = 0;
  for (const auto& list : lists) longest = std::max(longest, list.size());
  std::vector<WrittenRow> rows;
  rows.reserve(2 * longest);
  unite(std::move(lists), [&](const WrittenRow& row) { rows.push_back(row); });
  return rows;
}

std::vector<WrittenRow> common(std::span<const WrittenRow> a, std::span<const WrittenRow> b) {
  return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
}

std::vector<WrittenRow> without(std::span<const WrittenRow> a, std::span<const WrittenRow> b) {
  return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & ~y; });
}

std::vector<WrittenRow> common(std::span<const WrittenRow> rows, std::span<const MadeRow> ranges) {
  std::vector<WrittenRow> found;
  for (const WrittenRow& row : rows) {
    const Address start = row.granule * kGranuleBytes;
    skip_to(ranges, start);
    std::uint64_t mask = 0;
    for (const MadeRow& range : ranges) {
      if (range.start >= start + kGranuleBytes) break;
      mask |= row.mask & granule_bits(row.granule, range.start, range.end);
    }
    if (mask != 0) found.push_back({row.granule, mask});
  }
  return found;
}

std::vector<WrittenRow> read_in_order(std::span<const Stretch> stretches) {
  std::vector<Stretch> left(stretches.begin(), stretches.end());
  std::vector<WrittenRow> rows;
  Window read{}, known{};
  for (;;) {
    std::uint64_t first = ~std::uint64_t{0};
    for (const Stretch& stretch : left)
      if (!stretch.read.empty()) first = std::min(first, stretch.read.front().granule);
    if (first == ~std::uint64_t{0}) return rows;
    std::uint64_t last = first;
    for (Stretch& stretch : left) {
      std::size_t taken = 0;
      for (; taken < stretch.read.size() && stretch.read[taken].granule - first < kWindow; ++taken) {
        const WrittenRow& row = stretch.read[taken];
        read[row.granule - first] |= row.mask & ~known[row.granule - first];
      }
      if (taken > 0) last = std::max(last, stretch.read[taken - 1].granule);
      stretch.read = stretch.read.subspan(taken);
      skip_to(stretch.written, first);
      taken = 0;
      for (; taken < stretch.written.size() && stretch.written[taken].granule - first < kWindow; ++taken)
        known[stretch.written[taken].granule - first] |= stretch.written[taken].mask;
      stretch.written = stretch.written.subspan(taken);
      mark_made(stretch.made, first, known);
    }
    for (std::uint64_t granule = first; granule <= last; ++granule)
      if (const std::uint64_t mask = read[granule - first]; mask != 0) rows.push_back({granule, mask});
    read.fill(0);
    known.fill(0);
  }
}

std::vector<MadeRow> apart(std::vector<MadeRow> ranges) {
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

std::uint64_t bytes_in(std::span<const WrittenRow> rows) {
  std::uint64_t bytes = 0;
  for (const WrittenRow& row : rows) bytes += static_cast<unsigned>(std::popcount(row.mask));
  return bytes;
}

}  // namespace culprit::state
