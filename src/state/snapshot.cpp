#include "src/state/snapshot.h"

#include <algorithm>

#include "src/state/pieces.h"

namespace culprit::state {

const Snapshot::Granule& Snapshot::granule(Address start) {
  constexpr std::size_t kMost = 8192;  // 8 MiB; a walk over more does not come back to the first ones
  if (const auto found = granules_.find(start); found != granules_.end()) return *found->second;
  if (granules_.size() >= kMost) granules_.clear();
  ++granules_read_;
  auto read = std::make_unique<Granule>();
  memory_.read(start, rank_, *read);
  return *granules_.emplace(start, std::move(read)).first->second;
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
