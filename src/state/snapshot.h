#pragma once

#include <array>
#include <memory>
#include <span>
#include <unordered_map>

#include "src/base/ids.h"
#include "src/state/memory.h"

namespace culprit::state {

/// Memory at one moment. Remembers the granules it has read, since values are read field by field.
///
/// One that knows a later moment takes from there what was not written in between: of two states that are compared most of the
/// memory is read once.
class Snapshot {
 public:
  Snapshot(const Memory& memory, Moment moment)
      : memory_(memory), rank_(memory.timeline().trace().order(moment)) {}
  void read(Address address, std::span<Cell> cells);
  /// Precondition: `later` is of a moment that is not before this one's, and outlives it.
  void know(Snapshot& later) { later_ = &later; }
  Rank rank() const { return rank_; }  ///< of the moment
  /// What the reads have cost.
  std::uint64_t granules_read() const { return granules_read_; }
  const Memory& memory() const { return memory_; }

 private:
  using Granule = std::array<Cell, kGranuleBytes>;
  const Granule& granule(Address start);
  bool take_from_later(Address start, Granule& cells);

  const Memory& memory_;
  Rank rank_;
  Snapshot* later_ = nullptr;
  std::unordered_map<Address, std::unique_ptr<Granule>> granules_;
  std::uint64_t granules_read_ = 0;
};

}  // namespace culprit::state
