#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "src/base/ids.h"
#include "src/trace/format.h"

/// The layout of `<trace>.index`: a header, then sections of plain rows, each checked by a checksum. The file
/// is derived: whoever finds it stale, damaged or of another version builds it anew, so it needs no
/// compatibility.
namespace culprit::state {

inline constexpr std::uint64_t kIndexMagic = 0x5844494c50554c43;  // "CLUPLIDX"
inline constexpr std::uint32_t kIndexVersion = 9;

enum class Section : std::uint32_t {
  kPages,          ///< u64, the numbers of the 4 KiB pages that were written, ascending
  kPageStarts,     ///< u64, a row a page and one more: where its entries begin
  kEntries,        ///< u64 keys (below), ascending within a page
  kGroups,         ///< GroupRow, for pages with many entries: where each group begins, between a row whose
                   ///< start is their count and one past all
  kGroupsOf,       ///< u32 a page: its first row in kGroups plus 1, or 0
  kRanges,         ///< Range rows of the allocations
  kLifetimes,      ///< Lifetime rows, those of a range together, by `begin`
  kFillRanges,     ///< Range rows of fills too long to be cut into entries
  kFillLifetimes,  ///< Lifetime rows of these; they have no end
  kTransfers,      ///< u64 ranks of the records of input, output, what was asked and thread starts, ascending
  kFiles,          ///< FileRow, by number
  kGaps,           ///< u64 ranks of the first records behind what is missing, ascending
  kFrames,         ///< u64 a node: frame address of a call; of an iteration, its call and its pass
  kBirths,         ///< u32 a node: how far before a call's enter the last event that was no write lies; of
                   ///< an iteration, how far before it its loop began (all bits set: farther, or not known)
  kJumps,          ///< u32 a node: an ancestor, for searches up the tree in O(log n)
  kPostingFunctions,  ///< u32 ids of the functions that name globals
  kPostingStarts,     ///< u64, a row a posting function and one more
  kPostingNodes,      ///< u32 the nodes of these functions, ascending
  kStreamStarts,      ///< u64, with several streams: where each one's nodes begin, and one more
  kStreamNodes,       ///< u32 nodes of a stream in the order of their enters
  kStacks,            ///< StackRow a stream
  kPartsWritten,      ///< bytes: WrittenRow of what each part of the log wrote, packed (packed_rows.h)
  kPartsRead,         ///< bytes: the same of what it read before it wrote or made it
  kPartsMade,         ///< bytes: MadeRow of what it allocated, and long fills, packed
  kParts,             ///< PartRow, those of a level of a stream together, ascending
  kPartStarts,        ///< u64, where those of each level of each stream begin, and one more
  kWrittenFills,      ///< WrittenFill, the fills that are in no part
  kCount,
};

struct SectionRow {
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t checksum;
};

struct IndexHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t sections;
  std::uint64_t fingerprint;  ///< of the trace
  std::uint64_t nodes;        ///< of its tree
  std::uint64_t file_size;
  SectionRow section[static_cast<std::size_t>(Section::kCount)];
  std::uint64_t checksum;  ///< of all above
};

/// Addresses [start, end), and where its lifetimes begin; they end where the next row's begin, so there is
/// one row more than ranges. Sorted by (start, end); `reach` is the greatest end in the implicit search tree
/// below the row.
struct Range {
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t first;
  std::uint64_t reach;
};

struct Lifetime {
  std::uint64_t begin;  ///< rank, with the kind of memory in the top 4 bits
  std::uint64_t end;    ///< rank, or that of kNoRank
};

/// The lowest and the highest frame of a stream's calls; lowest > highest if it has none.
struct StackRow {
  std::uint64_t lowest;
  std::uint64_t highest;
};

/// Bytes of a granule, an aligned 64 bytes: a bit each.
struct WrittenRow {
  std::uint64_t granule;  ///< its address / 64
  std::uint64_t mask;
};

/// The bits of those bytes of a granule that lie in [start, end).
inline std::uint64_t granule_bits(std::uint64_t granule, std::uint64_t start, std::uint64_t end) {
  const std::uint64_t base = granule * 64;
  const std::uint64_t first = start <= base ? 0 : std::min<std::uint64_t>(start - base, 64);
  const std::uint64_t last = end <= base ? 0 : std::min<std::uint64_t>(end - base, 64);
  if (first >= last) return 0;
  return (last == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << last) - 1) &
         ~((std::uint64_t{1} << first) - 1);
}

/// Where a file was opened.
struct FileRow {
  std::uint64_t file;
  std::uint64_t opened;  ///< rank
};

/// Addresses [start, end) that were allocated, or filled at length.
struct MadeRow {
  std::uint64_t start;
  std::uint64_t end;
};

/// Parts of a stream's log: leaves of 2 MiB, and on each further level eight of those below. A leaf is as long as can be read again
/// in ten milliseconds.
inline constexpr unsigned kPartLevels = 4, kPartsOfOne = 8;
inline constexpr unsigned part_bits(unsigned level) {
  return 21 + 3 * level;
}

struct ByteRange {
  std::uint64_t begin;
  std::uint64_t end;
};
/// Where the packed rows of a part lie. Parts in which nothing was done have no row: a log may have long gaps.
struct PartRow {
  std::uint64_t number;  ///< among those of its level: its position by its length
  ByteRange written;
  ByteRange read;
  ByteRange made;
  std::uint64_t lacks_reads;  ///< 1: more was read than stands there
};

struct WrittenFill {
  std::uint64_t stream;  ///< its row
  std::uint64_t position;
  std::uint64_t address;
  std::uint64_t size;
};

/// A key: offset in the page:12 | piece:4 | rank:48. A piece of 1..8 is that many bytes; larger ones are
/// aligned, so that a lookup finds what covers a byte without looking at what merely lies near it.
inline constexpr std::uint64_t kPageBytes = 4096, kGranuleBytes = 64;
inline constexpr std::uint32_t kGranulePiece = 9, kPagePiece = 10;
inline constexpr std::uint64_t kRankMask = (std::uint64_t{1} << 48) - 1;

inline std::uint64_t group_of(std::uint64_t offset, std::uint32_t piece) {
  return offset << 4 | piece;
}
inline std::uint64_t key_of(std::uint64_t group, std::uint64_t rank) {
  return group << 48 | rank;
}
inline std::uint64_t piece_bytes(std::uint64_t key) {
  const std::uint64_t piece = key >> 48 & 15;
  return piece <= 8 ? piece : piece == kGranulePiece ? kGranuleBytes : kPageBytes;
}
inline std::uint64_t piece_offset(std::uint64_t key) {
  return key >> 52;
}

/// A page with this many entries gets a table of its groups.
inline constexpr std::uint64_t kManyEntries = 1 << 12;
struct GroupRow {
  std::uint32_t group;
  std::uint32_t start;  ///< of its entries among the page's
};
inline constexpr std::uint32_t kNoGroup = 1 << 16;

/// A rank as rows hold it: 48 bits, all ones for "never".
inline std::uint64_t row_rank(Rank rank) {
  return std::min(rank.value(), kRankMask);
}

/// Frame column of an iteration: its call and which pass of its loop it is, from 1.
inline std::uint64_t iteration_row(std::uint32_t call, std::uint32_t pass) {
  return std::uint64_t{call} << 32 | pass;
}
inline constexpr std::uint32_t kFarBirth = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kNoFrame = std::numeric_limits<std::uint64_t>::max();

/// Checksum of a section that may be written in several steps: blocks of 1 MiB, chained.
class SectionChecksum {
 public:
  static constexpr std::size_t kBlock = 1 << 20;
  static constexpr std::uint64_t kStart = 0x9e3779b97f4a7c15u;
  static std::uint64_t of(std::span<const std::byte> bytes) {
    std::uint64_t sum = kStart;
    for (std::size_t at = 0; at < bytes.size(); at += kBlock)
      sum = next(sum, bytes.subspan(at, std::min(kBlock, bytes.size() - at)));
    return sum;
  }
  static std::uint64_t next(std::uint64_t sum, std::span<const std::byte> block) {
    sum = (sum ^ culprit_checksum(block.data(), block.size())) * 0x9fb21c651e98df25u;
    return sum ^ sum >> 32;
  }
};

}  // namespace culprit::state
