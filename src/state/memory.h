#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/state/index.h"
#include "src/state/timeline.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

enum class ByteState : std::uint8_t {
  kKnown,
  kUninitialised,  ///< not written since its allocation or frame began
  kFreed,          ///< its allocation was freed, or its frame was left
  kNever,          ///< in no known memory, and never written
};

/// One byte of the program at a rank.
struct Cell {
  Rank written = kNoRank;  ///< of the newest write, even if that no longer counts
  std::byte value{};
  ByteState state = ByteState::kNever;
};

/// The memory of the recorded program at any moment. A byte is what was written last, unless the object it
/// was written to is gone: a reused address is another object.
class Memory {
 public:
  Memory(const trace::Trace& trace, const tree::Tree& tree, const Index& index)
      : trace_(trace), index_(index), timeline_(trace, tree, index) {}

  /// The bytes from `address` on, after all records before `rank` (kNoRank: after all). Costs a few
  /// microseconds for each 64 bytes. Bytes past the end of the address space are kNever.
  void read(Address address, Rank rank, std::span<Cell> cells) const;
  /// The newest allocation made before the rank that holds the byte, freed or not.
  std::optional<Cover> allocation(Address byte, Rank rank) const;
  /// True if the byte lies in memory the trace knows about: allocated, on a stack, or written.
  bool is_known_place(Address byte, Rank rank) const;
  /// Who made the write at a rank (Cell::written) that gave a byte its value.
  Writer writer(Rank written) const;

  const Timeline& timeline() const { return timeline_; }

 private:
  void read_chunk(Address address, Rank rank, std::span<Cell> cells) const;
  void find_writes(Address address, Rank rank, std::span<Cell> cells) const;
  void judge(Address address, Rank rank, std::span<Cell> cells) const;
  /// Judges bytes of one page at one rank; remembers what was open then.
  class Judge;

  const trace::Trace& trace_;
  const Index& index_;
  Timeline timeline_;
};

}  // namespace culprit::state
