#include "src/state/written.h"

#include <algorithm>
#include <queue>

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

/// The union of sorted lists, in order: each(row). Stops when `each` says so.
template <class Each>
void unite(Lists lists, Each each) {
  const auto later = [](const std::span<const WrittenRow>& a, const std::span<const WrittenRow>& b) {
    return a.front().granule > b.front().granule;
  };
  std::erase_if(lists, [](const auto& list) { return list.empty(); });
  std::make_heap(lists.begin(), lists.end(), later);
  while (!lists.empty()) {
    WrittenRow row{lists.front().front().granule, 0};
    while (!lists.empty() && lists.front().front().granule == row.granule) {
      row.mask |= lists.front().front().mask;
      std::pop_heap(lists.begin(), lists.end(), later);
      lists.back() = lists.back().subspan(1);
      if (lists.back().empty()) {
        lists.pop_back();
      } else {
        std::push_heap(lists.begin(), lists.end(), later);
      }
    }
    each(row);
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

std::vector<WrittenRow> Written::scan(std::size_t stream, std::uint64_t from, std::uint64_t to) const {
  std::unordered_map<std::uint64_t, std::uint64_t> found;
  trace::Cursor cursor = trace_.events_from(trace_.streams()[stream].id, from);
  while (cursor.next() && cursor.event().position < to) {
    const trace::Event& event = cursor.event();
    const bool writes = event.kind == CULPRIT_EVENT_WRITE || event.kind == CULPRIT_EVENT_WRITE_FAR ||
                        event.kind == CULPRIT_EVENT_BLOCK || event.kind == CULPRIT_EVENT_FILL;
    if (!writes || event.position < from || (event.kind == CULPRIT_EVENT_FILL && event.size > kLongFill))
      continue;
    each_granule(event.address, event.size,
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

void Written::collect(Lists lists, const std::vector<std::vector<WrittenRow>>& scanned, std::size_t most,
                      WrittenBytes& result) {
  for (const auto& rows : scanned) lists.emplace_back(rows);
  unite(std::move(lists), [&](const WrittenRow& row) {
    if (result.granules.size() < most) {
      result.granules.push_back(row);
    } else {
      ++result.dropped;
    }
  });
}

WrittenBytes Written::of(NodeId first, NodeId last, std::size_t most) const {
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
  collect(std::move(lists), scanned, most, result);
  return result;
}

WrittenBytes Written::by_others(NodeId first, NodeId last, Moment from, Moment to, std::size_t most) const {
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
  collect(std::move(lists), scanned, most, result);
  return result;
}

}  // namespace culprit::state
