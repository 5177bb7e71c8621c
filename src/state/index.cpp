#include "src/state/index.h"

#include <algorithm>
#include <cstring>

#include "src/state/index_build.h"

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
    if (row.offset % 8 != 0 || row.bytes % 4 != 0 || row.offset > bytes.size() ||
        row.bytes > bytes.size() - row.offset)
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
  frames_ = rows<std::uint64_t>(Section::kFrames);
  births_ = rows<std::uint32_t>(Section::kBirths);
  jumps_ = rows<std::uint32_t>(Section::kJumps);
  allocations_ = {rows<Range>(Section::kRanges), rows<Lifetime>(Section::kLifetimes)};
  long_fills_ = {rows<Range>(Section::kFillRanges), rows<Lifetime>(Section::kFillLifetimes)};
}

Status Index::check_counts(std::uint32_t nodes) const {
  const bool fits = page_starts_.size() == pages_.size() + 1 && page_starts_.back() == entries_.size() &&
                    frames_.size() == nodes && births_.size() == nodes && jumps_.size() == nodes;
  if (!fits) return fail(ErrorCode::kDamaged, "The sections of the index do not fit together.");
  return {};
}

void Index::newest(Address address, Moment moment, std::span<std::uint64_t> keys) const {
  std::fill(keys.begin(), keys.end(), 0);
  const auto page = std::lower_bound(pages_.begin(), pages_.end(), address / kPageBytes);
  if (page == pages_.end() || *page != address / kPageBytes) return;
  const auto row = static_cast<std::size_t>(page - pages_.begin());
  const std::uint64_t* first = entries_.data() + page_starts_[row];
  const std::uint64_t* last = entries_.data() + page_starts_[row + 1];
  const std::uint64_t offset = address % kPageBytes, limit = row_moment(moment);
  const auto paint = [&](std::uint64_t key) {
    const std::uint64_t begin = std::max(piece_offset(key), offset);
    const std::uint64_t end = std::min(piece_offset(key) + piece_bytes(key), offset + keys.size());
    for (std::uint64_t i = begin; i < end; ++i)
      if ((keys[i - offset] & kMomentMask) <= (key & kMomentMask)) keys[i - offset] = key;
  };
  const auto probe = [&](std::uint64_t group) {
    const std::uint64_t* at = std::lower_bound(first, last, key_of(group, limit));
    if (at != first && at[-1] >> 48 == group) paint(at[-1]);
  };
  const std::uint64_t from = offset < 7 ? 0 : offset - 7;
  if (from > 0) probe(group_of(0, kPagePiece));
  if (offset / kGranuleBytes * kGranuleBytes < from)
    probe(group_of(offset / kGranuleBytes * kGranuleBytes, kGranulePiece));
  const std::uint64_t beyond = (offset + keys.size()) << 52;
  const std::uint64_t* at = std::lower_bound(first, last, from << 52);
  while (at != last && (*at < beyond || beyond == 0)) {
    const std::uint64_t group = *at >> 48;
    at = gallop(at, last, key_of(group, limit));
    if (at != first && at[-1] >> 48 == group) paint(at[-1]);
    if (at != last && *at >> 48 == group) at = gallop(at, last, (group + 1) << 48);
  }
}

std::span<const std::uint32_t> Index::postings(std::size_t row) const {
  const auto starts = rows<std::uint64_t>(Section::kPostingStarts);
  return rows<std::uint32_t>(Section::kPostingNodes).subspan(starts[row], starts[row + 1] - starts[row]);
}

std::span<const std::uint32_t> Index::stream_nodes(std::size_t stream_row) const {
  const auto starts = rows<std::uint64_t>(Section::kStreamStarts);
  if (stream_row + 1 >= starts.size()) return {};
  return rows<std::uint32_t>(Section::kStreamNodes)
      .subspan(starts[stream_row], starts[stream_row + 1] - starts[stream_row]);
}

}  // namespace culprit::state
