#include "src/trace/cursor.h"

#include <algorithm>

#include "src/trace/decode.h"
#include "src/trace/segment_table.h"

namespace culprit::trace {
namespace {

/// Passed pages are given back this many bytes at a time: rarely, and long before they add up.
constexpr std::uint64_t kReleaseStep = std::uint64_t{16} << 20;

}  // namespace

Cursor::Cursor(const SegmentTable& table, std::size_t stream, std::uint32_t functions, std::uint32_t types)
    : functions_(functions), types_(types), table_(&table), stream_(stream) {}

bool Cursor::next() {
  Prefix prefix;
  for (;;) {
    if (at_ == end_) [[unlikely]] {
      prefix.drop();
      if (!enter_segment()) return false;
      continue;
    }
    const std::uint64_t position = position_ + static_cast<std::uint64_t>(at_ - begin_);
    const std::byte* after = decode(at_, end_, {functions_, types_, bases_}, event_);
    if (!after) [[unlikely]] {
      meet_bad_record();
      continue;
    }
    at_ = after;
    event_.position = position;
    if (Prefix::is_one(event_)) [[unlikely]] {
      prefix.keep(event_);
      continue;
    }
    if (prefix.is_kept()) [[unlikely]]
      prefix.tell(event_);
    after_gap_ = gap_;
    gap_ = false;
    return true;
  }
}

void Cursor::skip_to(std::uint64_t position) {
  const auto& segments = table_->events()[stream_].segments;
  const auto behind = std::partition_point(segments.begin(), segments.end(), [&](const Segment& segment) {
    return table_->position(segment) <= position;
  });
  if (behind == segments.begin()) return;
  segment_ = static_cast<std::size_t>(behind - segments.begin()) - 1;
  expected_ = segments[segment_].number;
  released_ = segments[segment_].offset;
}

bool Cursor::enter_segment() {
  const StreamSegments& stream = table_->events()[stream_];
  if (segment_ == stream.segments.size()) {
    release_behind(table_->file().size());
    return false;
  }
  const Segment& segment = stream.segments[segment_];
  release_behind(segment.offset);
  const auto [payload, intact] = table_->contents(stream, segment_++);
  if (segment.number != expected_ || damaged_) gap_ = true;
  if (gap_) {
    depth_ = segment.depth;
    nodes_ = segment.nodes;
  }
  expected_ = segment.number + 1;
  begin_ = at_ = payload.data();
  end_ = begin_ + payload.size();
  position_ = table_->position(segment);
  bases_ = {};
  // Events of a damaged segment may be wrong ones: the next segment's depth puts that right.
  damaged_ = !intact;
  return true;
}

void Cursor::meet_bad_record() {
  table_->note_bad_record(table_->events()[stream_], segment_ - 1, static_cast<std::uint64_t>(at_ - begin_));
  damaged_ = true;
  at_ = end_;
}

void Cursor::release_behind(std::uint64_t offset) {
  if (offset < released_ + kReleaseStep) return;
  table_->file().release(released_, offset - released_);
  released_ = offset;
}

}  // namespace culprit::trace
