#include "src/trace/segment_table.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "src/base/ids.h"
#include "src/base/text.h"
#include "src/trace/damage_words.h"
#include "src/trace/decode.h"

namespace culprit::trace {
namespace {

constexpr std::size_t kMostNotes = 1000;  ///< the rest is only counted
constexpr std::uint64_t kMostPosition = std::uint64_t{1}
                                        << Moment::kPositionBits;  ///< no stream is longer: 16 TiB
constexpr std::uint64_t kReleaseStep = std::uint64_t{16} << 20;    ///< of the file, while headers are read

static_assert(StreamId{CULPRIT_MAX_STREAM} == Moment::kLastStream);

/// More of it there, then sealed, then earlier in the file: the better copy first.
bool better(const Segment& a, const Segment& b) {
  if (a.number != b.number) return a.number < b.number;
  if (a.present != b.present) return a.present > b.present;
  if (a.sealed != b.sealed) return a.sealed;
  return a.offset < b.offset;
}

}  // namespace

SegmentTable::SegmentTable(MappedFile file, FileHeader header)
    : file_(std::move(file)), header_(std::move(header)) {
  for (const std::string& text : header_.notes) note(text);
}

culprit_segment_header SegmentTable::load_header(std::span<const std::byte> bytes) const {
  culprit_segment_header raw{};
  std::memcpy(&raw, bytes.data(), header_size());
  // An older one ends with its seal where the newer one goes on.
  if (header_size() == CULPRIT_OLD_SEGMENT_HEADER_SIZE) raw.seal = std::exchange(raw.published, 0);
  return raw;
}

SegmentTable::Header SegmentTable::read_header(std::uint64_t offset, std::uint32_t& stream,
                                               Segment& segment) const {
  const culprit_segment_header raw = load_header(file_.bytes().subspan(offset));
  // The mark is written last: without it nothing was recorded there, also if the process ended while it wrote the rest.
  if (raw.magic == 0 && raw.number == 0 && raw.committed == 0 && raw.seal == 0) return Header::kUnused;
  const bool sealed = raw.seal != 0;
  if (raw.magic != CULPRIT_SEGMENT_MAGIC || (sealed && raw.seal != culprit_seal(&raw, header_size())))
    return Header::kDamaged;
  if (raw.segment_size != header_.segment_size || raw.committed > room() || raw.committed % 4 != 0 ||
      raw.number >= kMostPosition / header_.segment_size || raw.stream > CULPRIT_MAX_STREAM)
    return Header::kDamaged;
  stream = raw.stream;
  segment.offset = offset;
  segment.number = raw.number;
  segment.sequence = raw.sequence;
  segment.nodes = raw.nodes;
  segment.checksum = raw.checksum;
  segment.committed = static_cast<std::uint32_t>(raw.committed);
  const std::uint64_t held = file_.size() - offset - header_size();
  segment.present =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(raw.committed, held & ~std::uint64_t{3}));
  segment.depth = raw.depth;
  segment.sealed = sealed;
  return Header::kUsable;
}

void SegmentTable::read(const Progress& progress) {
  const std::uint64_t size = file_.size();
  std::uint64_t released = 0;
  for (std::uint64_t at = CULPRIT_FILE_HEADER_SIZE; at + header_size() <= size; at += header_.segment_size) {
    std::uint32_t stream = 0;
    Segment segment;
    const Header kind = read_header(at, stream, segment);
    if (at == CULPRIT_FILE_HEADER_SIZE) has_first_ = kind == Header::kUsable;
    if (kind == Header::kUsable) {
      add(stream, segment);
    } else {
      note_unusable(kind, at);
    }
    if (at - released < kReleaseStep) continue;
    file_.release(released, at - released);
    released = at;
    progress("opening the trace", at, size);
  }
  std::sort(events_.begin(), events_.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  order(tables_);
  for (StreamSegments& stream : events_) order(stream);
  note_missing();
}

void SegmentTable::add(std::uint32_t stream, const Segment& segment) {
  if (stream == 0) {
    tables_.segments.push_back(segment);
    return;
  }
  const auto [it, is_new] = rows_.try_emplace(stream, events_.size());
  if (is_new) events_.push_back({stream, {}});
  events_[it->second].segments.push_back(segment);
}

void SegmentTable::order(StreamSegments& stream) {
  auto& segments = stream.segments;
  std::sort(segments.begin(), segments.end(), better);
  const auto same = [](const Segment& a, const Segment& b) { return a.number == b.number; };
  segments.erase(std::unique(segments.begin(), segments.end(), same), segments.end());
}

void SegmentTable::note_unusable(Header kind, std::uint64_t offset) {
  const std::uint64_t end = std::min<std::uint64_t>(offset + header_.segment_size, file_.size());
  if (kind == Header::kDamaged) note(words::damaged_header(offset, end));
  // A recording that was killed or stopped may leave a segment that it had begun and not yet filled.
  if (kind == Header::kUnused && header_.state == CULPRIT_STATE_CLOSED && offset < header_.file_end)
    note(words::blank(offset, end));
}

void SegmentTable::note_missing() {
  const std::uint64_t size = file_.size();
  if (header_.file_end < CULPRIT_FILE_HEADER_SIZE ||
      (header_.file_end - CULPRIT_FILE_HEADER_SIZE) % header_.segment_size != 0) {
    note("the file header is damaged: how long the file should be is not known");
  } else if (size < header_.file_end) {
    note(words::truncated(size, header_.file_end));
  }
  const auto note_gaps = [&](const StreamSegments& stream) {
    std::uint64_t expected = 0;
    for (const Segment& segment : stream.segments) {
      if (segment.number != expected) note(words::missing(stream.id, expected, segment.number - 1, room()));
      expected = segment.number + 1;
    }
  };
  if (tables_.segments.empty() && !events_.empty()) note(words::no_tables());
  note_gaps(tables_);
  for (const StreamSegments& stream : events_) note_gaps(stream);
}

SegmentTable::Contents SegmentTable::contents(const StreamSegments& stream, std::size_t segment) const {
  // Checking only adds what is known about the file, so it is no change to the table that a reader could
  // notice.
  Segment& row = const_cast<Segment&>(stream.segments[segment]);
  if (std::atomic_ref(row.state).load(std::memory_order_acquire) == Segment::kUnchecked) {
    const std::scoped_lock guard(lock_);
    if (row.state == Segment::kUnchecked) check(stream, row);
  }
  const std::uint32_t readable = std::atomic_ref(row.readable).load(std::memory_order_relaxed);
  return {file_.bytes().subspan(row.offset + header_size(), readable),
          std::atomic_ref(row.state).load(std::memory_order_acquire) == Segment::kIntact};
}

void SegmentTable::check(const StreamSegments& stream, Segment& segment) const {
  const auto payload = file_.bytes().subspan(segment.offset + header_size(), segment.present);
  const bool whole = segment.present == segment.committed;
  const bool sum_fits =
      whole && segment.sealed && culprit_checksum(payload.data(), payload.size()) == segment.checksum;
  const std::uint32_t readable = sum_fits ? segment.present : count_valid_bytes(payload, stream.id == 0);
  const words::Place place{stream.id, segment.number, segment.offset + header_size()};
  bool intact = true;
  if (!whole) {
    note_locked(words::cut(place, segment.committed, readable));
    intact = false;
  } else if (segment.sealed && !sum_fits) {
    note_locked(words::changed(place, segment.committed, readable));
    intact = false;
  } else if (readable < segment.committed) {
    note_locked(words::bad_record(place, segment.committed, readable));
    intact = false;
  }
  std::atomic_ref(segment.readable).store(readable, std::memory_order_relaxed);
  std::atomic_ref(segment.state)
      .store(intact ? Segment::kIntact : Segment::kDamaged, std::memory_order_release);
}

void SegmentTable::note_bad_record(const StreamSegments& stream, std::size_t segment,
                                   std::uint64_t offset) const {
  Segment& row = const_cast<Segment&>(stream.segments[segment]);
  const std::scoped_lock guard(lock_);
  if (offset >= row.readable) return;  // another reader was here
  std::atomic_ref(row.readable).store(static_cast<std::uint32_t>(offset), std::memory_order_relaxed);
  std::atomic_ref(row.state).store(Segment::kDamaged, std::memory_order_release);
  note_locked(words::bad_record({stream.id, row.number, row.offset + header_size()}, row.committed, offset));
}

std::uint64_t SegmentTable::end(const StreamSegments& stream) const {
  return stream.segments.empty() ? 0 : position(stream.segments.back()) + stream.segments.back().present;
}

std::size_t SegmentTable::find(const StreamSegments& stream, std::uint64_t position) const {
  const std::uint64_t number = position / room();
  const auto& segments = stream.segments;
  if (number < segments.size() && segments[number].number == number) return number;
  const auto it =
      std::lower_bound(segments.begin(), segments.end(), number,
                       [](const Segment& segment, std::uint64_t n) { return segment.number < n; });
  return it != segments.end() && it->number == number ? static_cast<std::size_t>(it - segments.begin())
                                                      : segments.size();
}

void SegmentTable::note_locked(std::string what) const {
  if (notes_.size() < kMostNotes) {
    notes_.push_back(std::move(what));
  } else {
    ++more_notes_;
  }
}

void SegmentTable::note(std::string what) const {
  const std::scoped_lock guard(lock_);
  note_locked(std::move(what));
}

std::vector<std::string> SegmentTable::damage() const {
  const std::scoped_lock guard(lock_);
  std::vector<std::string> result = notes_;
  if (more_notes_) result.push_back("and " + with_commas(more_notes_) + " more places");
  return result;
}

std::uint32_t count_valid_bytes(std::span<const std::byte> payload, bool is_tables) {
  const std::byte* const begin = payload.data();
  const std::byte* const end = begin + payload.size();
  Bases bases{};
  const DecodeState state{UINT32_MAX, UINT32_MAX, bases};
  Event event;
  const std::byte* at = begin;
  while (at != end) {
    const std::byte* next = nullptr;
    if (is_tables) {
      const std::uint32_t word = load32(at), kind = word >> 24, words = word & 0xffffff;
      if (kind >= CULPRIT_TABLE_META && kind <= CULPRIT_TABLE_CONTAINER && words <= (end - at) / 4 - 1)
        next = at + 4 + 4 * words;
    } else {
      next = decode(at, end, state, event);
    }
    if (!next) break;
    at = next;
  }
  return static_cast<std::uint32_t>(at - begin);
}

}  // namespace culprit::trace
