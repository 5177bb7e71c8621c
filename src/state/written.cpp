#include "src/state/written.h"

#include <algorithm>
#include <array>

#include "src/state/pieces.h"

namespace culprit::state {
namespace {

constexpr std::uint64_t kLeafBits = 20;
constexpr std::uint64_t kBlockLeaves = 64;

/// The bits of [first, last) of a granule.
std::uint64_t bits(std::uint64_t first, std::uint64_t last) {
  const std::uint64_t below = last == kGranuleBytes ? ~std::uint64_t{0} : (std::uint64_t{1} << last) - 1;
  return below & ~((std::uint64_t{1} << first) - 1);
}

template <class Each>
void each_granule(Address address, std::uint64_t size, Each each) {
  size = clamped_size(address, size);
  for (const Address end = address + size; address < end;) {
    const std::uint64_t first = address % kGranuleBytes;
    const std::uint64_t last = std::min(kGranuleBytes, first + (end - address));
    each(address / kGranuleBytes, bits(first, last));
    address += last - first;
  }
}

using Lists = std::vector<std::span<const WrittenRow>>;

/// The union of sorted lists, in order: each(row). Goes through memory by windows, so that each row costs but a look at a
/// table that stays in the cache.
template <class Each>
void unite(Lists lists, Each each) {
  constexpr std::uint64_t kWindow = 2048;
  std::array<std::uint64_t, kWindow> masks{};
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

/// What an event counts as having written from its address on; long fills are kept elsewhere.
std::uint64_t size_written(const trace::Event& event) {
  switch (event.kind) {
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
    case CULPRIT_EVENT_BLOCK:
      return event.size;
    case CULPRIT_EVENT_FILL:
      return event.size > kLongFill ? 0 : event.size;
    case CULPRIT_EVENT_ALLOCATE:
    case CULPRIT_EVENT_FREE:
      return 1;
    default:
      return 0;
  }
}

void sort_rows(std::vector<WrittenRow>& rows) {
  std::sort(rows.begin(), rows.end(),
            [](const WrittenRow& a, const WrittenRow& b) { return a.granule < b.granule; });
}

}  // namespace

void WrittenBuilder::begin_stream() {
  if (is_open_) end_stream();
  is_open_ = true;
  leaves_ = 0;
  stream_leaves_.push_back(leaf_starts_.size());
  stream_blocks_.push_back(block_starts_.size());
  block_begin_ = leaf_starts_.size();
}

void WrittenBuilder::write(std::uint64_t position, Address address, std::uint64_t size) {
  while (position >> kLeafBits > leaves_) end_leaf();
  each_granule(address, size, [&](std::uint64_t granule, std::uint64_t mask) {
    if (granule != last_granule_) {
      last_mask_ = &leaf_[granule];
      last_granule_ = granule;
    }
    *last_mask_ |= mask;
  });
}

void WrittenBuilder::fill(std::uint64_t position, Address address, std::uint64_t size) {
  fills_.push_back({stream_leaves_.size() - 1, position, address, size});
}

void WrittenBuilder::end_leaf() {
  leaf_starts_.push_back(leaf_rows_.size());
  std::vector<WrittenRow> rows;
  rows.reserve(leaf_.size());
  for (const auto& [granule, mask] : leaf_) rows.push_back({granule, mask});
  sort_rows(rows);
  for (const WrittenRow& row : rows) leaf_rows_.push_back(row);
  leaf_.clear();
  last_granule_ = ~std::uint64_t{0};
  if (++leaves_ % kBlockLeaves == 0) end_block();
}

void WrittenBuilder::end_block() {
  block_starts_.push_back(block_rows_.size());
  Lists lists;
  for (std::size_t leaf = block_begin_; leaf < leaf_starts_.size(); ++leaf) {
    const std::uint64_t end = leaf + 1 < leaf_starts_.size() ? leaf_starts_[leaf + 1] : leaf_rows_.size();
    lists.emplace_back(leaf_rows_.data() + leaf_starts_[leaf], end - leaf_starts_[leaf]);
  }
  unite(std::move(lists), [&](const WrittenRow& row) { block_rows_.push_back(row); });
  block_begin_ = leaf_starts_.size();
}

/// The last block of a stream is not made: what would need it also begins in it, or is few leaves.
void WrittenBuilder::end_stream() {
  end_leaf();
  is_open_ = false;
}

void WrittenBuilder::finish() {
  if (is_open_) end_stream();
  leaf_starts_.push_back(leaf_rows_.size());
  block_starts_.push_back(block_rows_.size());
  stream_leaves_.push_back(leaf_starts_.size() - 1);
  stream_blocks_.push_back(block_starts_.size() - 1);
}

std::vector<WrittenRow> united(std::span<const WrittenRow> a, std::span<const WrittenRow> b) {
  std::vector<WrittenRow> rows;
  unite({a, b}, [&](const WrittenRow& row) { rows.push_back(row); });
  return rows;
}

std::vector<WrittenRow> Written::scan(std::size_t stream, std::uint64_t from, std::uint64_t to) const {
  std::unordered_map<std::uint64_t, std::uint64_t> found;
  trace::Cursor cursor = trace_.events_from(trace_.streams()[stream].id, from);
  while (cursor.next() && cursor.event().position < to) {
    const trace::Event& event = cursor.event();
    const std::uint64_t size = size_written(event);
    if (size == 0 || event.position < from) continue;
    each_granule(event.address, size,
                 [&](std::uint64_t granule, std::uint64_t mask) { found[granule] |= mask; });
  }
  std::vector<WrittenRow> rows;
  rows.reserve(found.size());
  for (const auto& [granule, mask] : found) rows.push_back({granule, mask});
  sort_rows(rows);
  return rows;
}

void Written::add(std::size_t stream, std::uint64_t from, std::uint64_t to, Lists& lists,
                  std::vector<std::vector<WrittenRow>>& scanned, std::vector<WrittenFill>& fills) const {
  for (const WrittenFill& fill : index_.written_fills())
    if (fill.stream == stream && from <= fill.position && fill.position < to) fills.push_back(fill);
  const std::uint64_t first_leaf = (from + (std::uint64_t{1} << kLeafBits) - 1) >> kLeafBits;
  const std::uint64_t end_leaf = to >> kLeafBits;
  if (first_leaf >= end_leaf) {
    scanned.push_back(scan(stream, from, to));
    return;
  }
  scanned.push_back(scan(stream, from, first_leaf << kLeafBits));
  scanned.push_back(scan(stream, end_leaf << kLeafBits, to));
  for (std::uint64_t leaf = first_leaf; leaf < end_leaf;) {
    if (leaf % kBlockLeaves == 0 && leaf + kBlockLeaves <= end_leaf) {
      lists.push_back(index_.written_block(stream, leaf / kBlockLeaves));
      leaf += kBlockLeaves;
    } else {
      lists.push_back(index_.written_leaf(stream, leaf++));
    }
  }
}

bool Written::is_started_in(std::size_t stream, NodeId first, NodeId last) const {
  const auto nodes = index_.stream_nodes(stream);
  return !nodes.empty() && first.value() <= nodes.front() && nodes.front() < tree_.end(last).value();
}

void Written::collect(Lists lists, const std::vector<std::vector<WrittenRow>>& scanned,
                      WrittenBytes& result) {
  for (const auto& rows : scanned) lists.emplace_back(rows);
  std::size_t longest = 0;
  for (const auto& list : lists) longest = std::max(longest, list.size());
  result.granules.reserve(2 * longest);
  unite(std::move(lists), [&](const WrittenRow& row) { result.granules.push_back(row); });
}

WrittenBytes Written::of(NodeId first, NodeId last) const {
  Lists lists;
  std::vector<std::vector<WrittenRow>> scanned;
  WrittenBytes result;
  const Moment begin = tree_.enter(first), end = tree_.leave(last);
  const auto& streams = trace_.streams();
  for (std::size_t row = 0; row < streams.size(); ++row) {
    const bool is_own = begin == kNoMoment || begin.stream() == streams[row].id;
    if (is_own) {
      const std::uint64_t from = begin == kNoMoment ? 0 : begin.position();
      const bool has_end = end != kNoMoment && end.stream() == streams[row].id;
      add(row, from, has_end ? end.position() : streams[row].end, lists, scanned, result.fills);
    } else if (is_started_in(row, first, last)) {
      add(row, 0, streams[row].end, lists, scanned, result.fills);
    }
  }
  collect(std::move(lists), scanned, result);
  return result;
}

WrittenBytes Written::by_others(NodeId first, NodeId last, Moment from, Moment to) const {
  Lists lists;
  std::vector<std::vector<WrittenRow>> scanned;
  WrittenBytes result;
  const auto& streams = trace_.streams();
  if (streams.size() < 2 || from == kNoMoment) return result;
  for (std::size_t row = 0; row < streams.size(); ++row) {
    if (streams[row].id == from.stream() || is_started_in(row, first, last)) continue;
    const std::uint64_t begin = trace_.position_from(row, trace_.order(from));
    const std::uint64_t end =
        to == kNoMoment ? streams[row].end : trace_.position_from(row, trace_.order(to));
    add(row, begin, std::min(end, streams[row].end), lists, scanned, result.fills);
  }
  collect(std::move(lists), scanned, result);
  return result;
}

}  // namespace culprit::state
