#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "src/base/ids.h"
#include "src/state/index_format.h"
#include "src/state/packed_rows.h"
#include "src/trace/cursor.h"

namespace culprit::state {

/// What a stretch of a stream's log did to memory, by granule, ascending. `written` are the bytes that it wrote (of what is allocated
/// or freed the first one counts as well), `made` the ranges that it allocated or filled at length, apart and ascending, `read` the
/// bytes that it read before it had written or made them itself.
///
/// Stretches A and B behind it together: both written, both made, and read = A.read + (B.read − A.written − A.made).
///
/// A read says its length in a few bytes of the log, so what long reads add is bounded: `lacks_reads` says that more was read than
/// stands in `read`.
struct Stretch {
  RowList written;
  RowList read;
  RangeList made;
  bool lacks_reads = false;

  bool empty() const { return written.empty() && read.empty() && made.empty() && !lacks_reads; }
};

/// The same, with its own rows.
struct StretchRows {
  std::vector<WrittenRow> written;
  std::vector<WrittenRow> read;
  std::vector<MadeRow> made;
  bool lacks_reads = false;
  operator Stretch() const { return {written, read, made, lacks_reads}; }
};

/// What the index has of a part.
inline Stretch stretch_of(const PartRow& part, std::span<const std::byte> written,
                          std::span<const std::byte> read, std::span<const std::byte> made) {
  const auto in = [](std::span<const std::byte> all, const ByteRange& range) {
    return all.subspan(range.begin, range.end - range.begin);
  };
  return {RowList::packed(in(written, part.written)), RowList::packed(in(read, part.read)),
          RangeList::packed(in(made, part.made)), part.lacks_reads != 0};
}

/// Collects stretches, one after the other, while their events are taken in order. What lengths records claim costs no more than
/// kLongFill for each fill, and for all reads together kMostLongReads and kLongReadsOfOne for each event.
class StretchBuilder {
 public:
  /// A read that may be longer than what its record takes in the log is long.
  static constexpr std::uint64_t kLongRead = 8 * kGranuleBytes;
  /// Bytes of long reads that are kept: 64 MiB are more than is ever named, and cost 16 MiB while they are rows. What a stretch
  /// takes of them comes back with the events that follow: after 2 MiB of log all of it.
  static constexpr std::uint64_t kMostLongReads = 64 << 20, kLongReadsOfOne = 256;

  void take(const trace::Event& event);
  /// What was taken; the next stretch begins empty.
  StretchRows finish();

 private:
  struct Granule {
    std::uint64_t number = kNone;
    std::uint64_t written = 0;
    std::uint64_t read = 0;
    std::uint64_t made = 0;  ///< of those that were asked for
  };
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  Granule& at(std::uint64_t granule);
  std::size_t slot_of(std::uint64_t granule) const;
  void grow();
  void write(Address address, std::uint64_t size);
  void make(Address address, std::uint64_t size);
  void read(Address address, std::uint64_t size);
  void read_long(Address address, std::uint64_t size);
  std::uint64_t made_bits(std::uint64_t granule) const;

  std::vector<Granule> slots_ = std::vector<Granule>(1024);  ///< open addressing, at most half full
  std::vector<std::uint64_t> granules_;                      ///< those that have one
  std::size_t last_ = 0;                                     ///< slot
  std::map<Address, Address> made_;                          ///< start -> end, apart
  std::map<Address, Address>
      long_reads_;  ///< the same of what was read at length: to read that again tells nothing new
  std::uint64_t left_ = kMostLongReads;  ///< of what can be read so
  std::uint64_t taken_ = 0;              ///< events that have not added to that yet
  bool lacks_reads_ = false;
};

using RowLists = std::vector<RowList>;

/// The union of sorted lists. O(rows).
std::vector<WrittenRow> united(RowLists lists);
/// What is in both.
std::vector<WrittenRow> common(std::span<const WrittenRow> a, RowList b);
/// What is in the first and not in the second.
std::vector<WrittenRow> without(std::span<const WrittenRow> a, RowList b);
/// The bytes of the rows that lie in the ranges.
std::vector<WrittenRow> common(std::span<const WrittenRow> rows, RangeList ranges);
/// What stretches that follow each other wrote, and what they read before they had written or made it. One pass: O(rows).
StretchRows in_order(std::vector<Stretch> stretches);
/// What all of them made: ranges that are apart, ascending. O(n log n).
std::vector<MadeRow> made_in(std::span<const Stretch> stretches);
bool lacks_reads(std::span<const Stretch> stretches);
std::uint64_t bytes_in(std::span<const WrittenRow> rows);
/// Whether any of the bytes is. O(log rows).
bool is_in(std::span<const WrittenRow> rows, Address address, std::uint64_t size);

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
