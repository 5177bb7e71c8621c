#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/state/catalogue.h"
#include "src/state/index_format.h"
#include "src/state/memory.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Who owns a byte that no path leads to. All must outlive it.
class Owners {
 public:
  Owners(const trace::Trace& trace, const tree::Tree& tree, const Memory& memory, const Catalogue& catalogue)
      : trace_(trace), tree_(tree), memory_(memory), catalogue_(catalogue) {}

  struct Owner {
    std::string name;   ///< "what was allocated in f", a global, "variables of f", "memory without a name"
    Address start = 0;  ///< of what it owns; 0 if that is not known
    Address end = 0;    ///< the byte behind it, at least
  };
  Owner owner(Address byte, Rank rank) const;
  /// The call in whose frame the byte lies; kNoNode if in none.
  NodeId frame_owner(Address byte, Rank rank) const;
  /// " allocated in f"; empty if that is not known.
  std::string allocated_in(const Cover& cover) const;

 private:
  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Memory& memory_;
  const Catalogue& catalogue_;
};

/// Bytes of a granule that lie side by side and have one owner: each(address, size, owner). Of an owner without a beginning it is
/// taken that what lies side by side is all its own.
template <class OwnerOf, class Each>
void each_owned(const WrittenRow& row, OwnerOf owner_of, Each each) {
  for (std::uint64_t mask = row.mask; mask != 0;) {
    const auto bit = static_cast<unsigned>(std::countr_zero(mask));
    const Address byte = row.granule * kGranuleBytes + bit;
    const Owners::Owner owner = owner_of(byte);
    const auto run = static_cast<std::uint64_t>(std::countr_one(mask >> bit));
    const std::uint64_t size = owner.start == 0 ? run : std::min<std::uint64_t>(run, owner.end - byte);
    each(byte, size, owner);
    mask &= ~granule_bits(row.granule, byte, byte + size);
  }
}

/// How many bytes each owner has. Of more granules than are looked at some stand for the others.
class OwnedBytes {
 public:
  OwnedBytes(std::size_t granules, std::size_t most)
      : step_(std::max<std::size_t>(1, (granules + most - 1) / most)) {}
  /// Each so many-th granule is looked at.
  std::size_t step() const { return step_; }
  void add(const std::string& owner, std::uint64_t bytes) { bytes_[owner] += bytes * step_; }
  /// Of all that they stand for themselves.
  void add_all(const std::string& owner, std::uint64_t bytes) { bytes_[owner] += bytes; }
  /// The most first.
  std::vector<WrittenCount> counts() const;

 private:
  std::size_t step_;
  std::map<std::string, std::uint64_t> bytes_;
};

}  // namespace culprit::state
