#include "src/state/index.h"

#include <algorithm>
#include <cstring>

#include "src/state/index_build.h"
#include "src/state/search.h"

namespace culprit::state {
namespace {

Status check_header(std::span<const std::byte> bytes, std::uint64_t fingerprint, std::uint32_t nodes) {
  if (bytes.size() < sizeof(IndexHeader))
    return fail(ErrorCode::kDamaged, "The index is shorter than its header.");
  IndexHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kIndexMagic) return fail(ErrorCode::kWrongFormat, "The file is no index.");
  if (header.version != kIndexVersion || header.sections != static_cast<std::uint32_t>(Section::kCount))
    return fail(ErrorCode::kVersion, "The index is of another version.");
  if (header.checksum != culprit_checksum(&header, offsetof(IndexHeader, checksum)))
    return fail(ErrorCode::kDamaged, "The index's header is damaged.");
  if (header.fingerprint != fingerprint || header.nodes != nodes)
    return fail(ErrorCode::kVersion, "The index belongs to another state of the trace.");
  if (header.file_size != bytes.size()) return fail(ErrorCode::kDamaged, "The index is cut short.");
  for (const SectionRow& row : header.section) {
    if (row.offset % 8 != 0 || row.offset > bytes.size() || row.bytes > bytes.size() - row.offset)
      return fail(ErrorCode::kDamaged, "A section of the index lies outside it.");
    if (SectionChecksum::of(bytes.subspan(row.offset, row.bytes)) != row.checksum)
      return fail(ErrorCode::kDamaged, "A section of the index is damaged.");
  }
  return {};
}

/// Like std::lower_bound, but starts at the front and doubles its steps: what is near is found at once.
const std::uint64_t* gallop(const std::uint64_t* first, const std::uint64_t* last, std::uint64_t key) {
  std::ptrdiff_t step = 1;
  while (step < last - first && first[step - 1] < key) {
    first += step;
    step *= 2;
  }
  return std::lower_bound(first, std::min(last, first + step), key);
}

/// The bytes of a page that are looked for, and the newest keys found so far.
struct Wanted {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t rank;
  std::span<std::uint64_t> keys;

  void paint(std::uint64_t key) const {
    const std::uint64_t last = std::min(piece_offset(key) + piece_bytes(key), end);
    for (std::uint64_t i = std::max(piece_offset(key), begin); i < last; ++i)
      if ((keys[i - begin] & kRankMask) <= (key & kRankMask)) keys[i - begin] = key;
  }

  bool is_met_by(std::uint64_t group) const {
    const std::uint64_t key = key_of(group, 0);
    return piece_offset(key) < end && piece_offset(key) + piece_bytes(key) > begin;
  }

  /// Takes the newest key of a group. Precondition: the entries are its own.
  void take(std::uint64_t group, const std::uint64_t* at, const std::uint64_t* next) const {
    const std::size_t older = search_even(0, static_cast<std::size_t>(next - at), key_of(group, rank),
                                          [&](std::size_t i) { return at[i]; });
    if (older > 0) paint(at[older - 1]);
  }

  /// All groups from one on that begin before a second one. The entries are those of a page.
  void scan(const std::uint64_t* first, const std::uint64_t* last, std::uint64_t from,
            std::uint64_t to) const {
    const std::uint64_t* at = std::lower_bound(first, last, from << 48);
    while (at != last && *at >> 48 < to) {
      const std::uint64_t group = *at >> 48;
      const std::uint64_t* next = gallop(at, last, (group + 1) << 48);
      if (is_met_by(group)) take(group, at, next);
      at = next;
    }
  }

  /// The same by a table. The ends of all groups are fetched at once, so that their way from memory is waited
  /// for once.
  void scan(const std::uint64_t* first, std::span<const GroupRow> rows, std::uint64_t from,
            std::uint64_t to) const {
    const GroupRow* at = std::partition_point(rows.data(), rows.data() + rows.size(),
                                              [&](const GroupRow& r) { return r.group < from; });
    for (const GroupRow* ahead = at; ahead->group < to; ++ahead) {
      __builtin_prefetch(first + ahead->start);
      __builtin_prefetch(first + ahead[1].start - 1);
    }
    for (; at->group < to; ++at)
      if (is_met_by(at->group)) take(at->group, first + at->start, first + at[1].start);
  }
};

}  // namespace

Result<Index> Index::load(MappedFile file, std::uint64_t fingerprint, std::uint32_t nodes) {
  if (auto status = check_header(file.bytes(), fingerprint, nodes); !status)
    return tl::unexpected(status.error());
  Index index;
  index.file_ = std::move(file);
  index.view_sections();
  if (auto status = index.check_counts(nodes); !status) return tl::unexpected(status.error());
  return index;
}

Result<Index> Index::open(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress) {
  if (auto file = MappedFile::open(index_path(trace.path()))) {
    if (auto index = load(std::move(*file), trace.fingerprint(), tree.size())) return index;
  }
  auto built = build_index(trace, tree, progress);
  if (!built) return tl::unexpected(built.error());
  return load(std::move(*built), trace.fingerprint(), tree.size());
}

void Index::view_sections() {
  pages_ = rows<std::uint64_t>(Section::kPages);
  page_starts_ = rows<std::uint64_t>(Section::kPageStarts);
  entries_ = rows<std::uint64_t>(Section::kEntries);
  groups_ = rows<GroupRow>(Section::kGroups);
  groups_of_ = rows<std::uint32_t>(Section::kGroupsOf);
  frames_ = rows<std::uint64_t>(Section::kFrames);
  births_ = rows<std::uint32_t>(Section::kBirths);
  jumps_ = rows<std::uint32_t>(Section::kJumps);
  allocations_ = {rows<Range>(Section::kRanges), rows<Lifetime>(Section::kLifetimes)};
  long_fills_ = {rows<Range>(Section::kFillRanges), rows<Lifetime>(Section::kFillLifetimes)};
}

Status Index::check_counts(std::uint32_t nodes) const {
  const bool fits = page_starts_.size() == pages_.size() + 1 && page_starts_.back() == entries_.size() &&
                    groups_of_.size() == pages_.size() && frames_.size() == nodes &&
                    births_.size() == nodes && jumps_.size() == nodes;
  if (!fits) return fail(ErrorCode::kDamaged, "The sections of the index do not fit together.");
  return {};
}

bool Index::find_page(std::uint64_t number, Page& page) const {
  const std::size_t row = search_even(0, pages_.size(), number, [&](std::size_t i) { return pages_[i]; });
  if (row == pages_.size() || pages_[row] != number) return false;
  page = {entries_.data() + page_starts_[row], entries_.data() + page_starts_[row + 1], {}};
  // A page's rows begin with one that says how many there are; a row past all ends them.
  if (groups_of_[row] == 0) return true;
  const GroupRow* rows = groups_.data() + groups_of_[row] - 1;
  page.groups = {rows + 1, rows->start};
  return true;
}

void Index::newest(Address address, Rank rank, std::span<std::uint64_t> keys) const {
  std::fill(keys.begin(), keys.end(), 0);
  Page page;
  if (!find_page(address / kPageBytes, page)) return;
  const std::uint64_t offset = address % kPageBytes;
  const Wanted wanted{offset, offset + keys.size(), row_rank(rank), keys};
  const auto scan = [&](std::uint64_t from, std::uint64_t to) {
    if (page.groups.empty()) return wanted.scan(page.first, page.last, from, to);
    wanted.scan(page.first, page.groups, from, to);
  };
  const std::uint64_t from = offset < 7 ? 0 : offset - 7;
  const std::uint64_t granule = offset / kGranuleBytes * kGranuleBytes;
  if (from > 0) scan(group_of(0, kPagePiece), group_of(0, kPagePiece + 1));
  if (granule < from) scan(group_of(granule, kGranulePiece), group_of(granule, kGranulePiece + 1));
  scan(group_of(from, 0), group_of(wanted.end, 0));
}

std::span<const std::uint32_t> Index::postings(std::size_t row) const {
  const auto starts = rows<std::uint64_t>(Section::kPostingStarts);
  return rows<std::uint32_t>(Section::kPostingNodes).subspan(starts[row], starts[row + 1] - starts[row]);
}

Stretch Index::part(std::size_t stream_row, unsigned level, std::uint64_t number) const {
  const auto starts = rows<std::uint64_t>(Section::kPartStarts);
  const std::size_t at = stream_row * kPartLevels + level;
  if (at + 1 >= starts.size()) return {};
  const auto parts = rows<PartRow>(Section::kParts).subspan(starts[at], starts[at + 1] - starts[at]);
  const auto part = std::ranges::lower_bound(parts, number, {}, &PartRow::number);
  if (part == parts.end() || part->number != number) return {};
  return stretch_of(*part, rows<std::byte>(Section::kPartsWritten), rows<std::byte>(Section::kPartsRead),
                    rows<std::byte>(Section::kPartsMade));
}

std::span<const std::uint32_t> Index::stream_nodes(std::size_t stream_row) const {
  const auto starts = rows<std::uint64_t>(Section::kStreamStarts);
  if (stream_row + 1 >= starts.size()) return {};
  return rows<std::uint32_t>(Section::kStreamNodes)
      .subspan(starts[stream_row], starts[stream_row + 1] - starts[stream_row]);
}

}  // namespace culprit::state
