#pragma once

#include <array>
#include <memory>
#include <span>
#include <unordered_map>

#include "src/base/ids.h"
#include "src/state/memory.h"

namespace culprit::state {

/// Memory at one moment. Remembers the granules it has read, since values are read field by field.
class Snapshot {
 public:
  Snapshot(const Memory& memory, Moment moment)
      : memory_(memory), rank_(memory.timeline().trace().order(moment)) {}
  void read(Address address, std::span<Cell> cells);
  Rank rank() const { return rank_; }  ///< of the moment
  /// What the reads have cost.
  std::uint64_t granules_read() const { return granules_read_; }
  const Memory& memory() const { return memory_; }

 private:
  using Granule = std::array<Cell, kGranuleBytes>;
  const Granule& granule(Address start);

  const Memory& memory_;
  Rank rank_;
  std::unordered_map<Address, std::unique_ptr<Granule>> granules_;
  std::uint64_t granules_read_ = 0;
};

}  // namespace culprit::state
