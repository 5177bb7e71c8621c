#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/state/index_format.h"
#include "src/trace/cursor.h"

namespace culprit::state {

/// What a stretch of a stream's log did to memory, by granule, ascending. `written` are the bytes that it wrote (of what is allocated
/// or freed the first one counts as well), `made` the ranges that it allocated or filled at length, apart and ascending, `read` the
/// bytes that it read before it had written or made them itself.
///
/// Stretches A and B behind it together: both written, both made, and read = A.read + (B.read − A.written − A.made).
struct Stretch {
  std::span<const WrittenRow> written;
  std::span<const WrittenRow> read;
  std::span<const MadeRow> made;
};

/// The same, with its own rows.
struct StretchRows {
  std::vector<WrittenRow> written;
  std::vector<WrittenRow> read;
  std::vector<MadeRow> made;
  operator Stretch() const { return {written, read, made}; }
};

/// Collects a stretch while its events are taken in order.
class StretchBuilder {
 public:
  void take(const trace::Event& event);
  bool is_empty() const { return granules_.empty() && made_.empty(); }
  /// What was taken; the next stretch begins empty.
  StretchRows finish();

 private:
  struct Granule {
    std::uint64_t written = 0;
    std::uint64_t read = 0;
    std::uint64_t made = 0;  ///< of those that were asked for
  };
  Granule& at(std::uint64_t granule);
  void write(Address address, std::uint64_t size);
  void make(Address address, std::uint64_t size);
  void read(Address address, std::uint64_t size);
  std::uint64_t made_bits(std::uint64_t granule) const;

  std::unordered_map<std::uint64_t, Granule> granules_;
  std::uint64_t last_ = ~std::uint64_t{0};
  Granule* last_granule_ = nullptr;
  std::map<Address, Address> made_;  ///< start -> end, apart
};

using RowLists = std::vector<std::span<const WrittenRow>>;

/// The union of sorted lists. O(rows).
std::vector<WrittenRow> united(RowLists lists);
/// What is in both.
std::vector<WrittenRow> common(std::span<const WrittenRow> a, std::span<const WrittenRow> b);
/// What is in the first and not in the second.
std::vector<WrittenRow> without(std::span<const WrittenRow> a, std::span<const WrittenRow> b);
/// The bytes of the rows that lie in the ranges.
std::vector<WrittenRow> common(std::span<const WrittenRow> rows, std::span<const MadeRow> ranges);
/// What stretches that follow each other read before they had written or made it. O(rows).
std::vector<WrittenRow> read_in_order(std::span<const Stretch> stretches);
/// Ranges that are apart, ascending. O(n log n).
std::vector<MadeRow> apart(std::vector<MadeRow> ranges);
std::uint64_t bytes_in(std::span<const WrittenRow> rows);

/// Each granule that [address, address + size) has a part in, with the bits of that part.
template <class Each>
void each_granule(Address address, std::uint64_t size, Each each) {
  const Address end = address + std::min(size, ~address);
  for (std::uint64_t granule = address / kGranuleBytes; address < end; ++granule) {
    each(granule, granule_bits(granule, address, end));
    address = (granule + 1) * kGranuleBytes;
    if (address == 0) return;
  }
}

}  // namespace culprit::state
