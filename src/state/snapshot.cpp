#include "src/state/snapshot.h"

#include <algorithm>

#include "src/state/pieces.h"

namespace culprit::state {

const Snapshot::Granule& Snapshot::granule(Address start) {
  constexpr std::size_t kMost = 32768;  // 32 MiB; a walk over more does not come back to the first ones
  if (const auto found = granules_.find(start); found != granules_.end()) return *found->second;
  if (granules_.size() >= kMost) granules_.clear();
  auto read = std::make_unique<Granule>();
  if (later_ == nullptr || !take_from_later(start, *read)) {
    ++granules_read_;
    memory_.read(start, rank_, *read);
  }
  return *granules_.emplace(start, std::move(read)).first->second;
}

/// A byte that is known and was written before this moment was the same then. One that is not initialised, and was never written,
/// was so if its object was there already; one of no known memory always was.
bool Snapshot::take_from_later(Address start, Granule& cells) {
  const Granule& later = later_->granule(start);
  Address old_until = 0;  // what lies before belongs to an object that was there
  for (std::size_t i = 0; i < kGranuleBytes; ++i) {
    const Cell& cell = later[i];
    if (cell.state == ByteState::kKnown ? cell.written < rank_ : cell.state == ByteState::kNever) continue;
    if (cell.state != ByteState::kUninitialised || cell.written != kNoRank) return false;
    if (start + i < old_until) continue;
    const auto cover = memory_.allocation(start + i, later_->rank_);
    if (!cover || cover->kind == CULPRIT_MEMORY_STACK || cover->begin >= rank_) return false;
    old_until = cover->end;
  }
  cells = later;
  return true;
}

void Snapshot::read(Address address, std::span<Cell> cells) {
  const auto inside = static_cast<std::size_t>(clamped_size(address, cells.size()));
  std::fill(cells.begin() + static_cast<std::ptrdiff_t>(inside), cells.end(), Cell{});
  for (std::size_t done = 0; done < inside;) {
    const std::uint64_t offset = (address + done) % kGranuleBytes;
    const std::size_t n = std::min<std::size_t>(inside - done, kGranuleBytes - offset);
    const Granule& from = granule(address + done - offset);
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(offset), n,
                cells.begin() + static_cast<std::ptrdiff_t>(done));
    done += n;
  }
}

}  // namespace culprit::state
