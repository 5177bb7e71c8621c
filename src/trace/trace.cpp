#include "src/trace/trace.h"

#include <algorithm>

#include "src/base/check.h"
#include "src/base/text.h"
#include "src/trace/decode.h"
#include "src/trace/runs.h"
#include "src/trace/segment_table.h"
#include "src/trace/table_reader.h"

namespace culprit::trace {

struct Trace::Impl {
  Impl(std::string path_, MappedFile file, FileHeader header)
      : path(std::move(path_)), segments(std::move(file), std::move(header)) {}

  std::string path;
  SegmentTable segments;
  Tables tables;
  Runs runs;
  std::vector<StreamInfo> streams;

  /// Row of a stream in SegmentTable::events() and in `streams`; streams.size() if there is no such stream.
  std::size_t row(StreamId id) const {
    const auto it =
        std::lower_bound(streams.begin(), streams.end(), id,
                         [](const StreamInfo& stream, StreamId wanted) { return stream.id < wanted; });
    return it != streams.end() && it->id == id ? static_cast<std::size_t>(it - streams.begin())
                                               : streams.size();
  }
  void read_streams();
  StreamId parent_of(const StreamSegments& stream) const;
  bool decode_at(const StreamSegments& stream, std::uint64_t position, Event& event) const;
};

namespace {

bool stirs(const Event& event) {
  switch (event.kind) {
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
    case CULPRIT_EVENT_BLOCK:
    case CULPRIT_EVENT_FILL:
    case CULPRIT_EVENT_ALLOCATE:
    case CULPRIT_EVENT_FREE:
      return true;
    default:
      return false;
  }
}

bool is_loss(const Event& event) {
  return event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_LOST;
}

/// Any bases do where the address of a short record is not asked for, but it must not seem to wrap around.
constexpr Bases kSomewhere{1u << 30, 1u << 30, 1u << 30, 1u << 30};

}  // namespace

/// Decodes the record at a position, and the one behind it if it is a prefix.
bool Trace::Impl::decode_at(const StreamSegments& stream, std::uint64_t position, Event& event) const {
  const std::size_t segment = segments.find(stream, position);
  if (segment == stream.segments.size()) return false;
  const auto payload = segments.contents(stream, segment).payload;
  const std::uint64_t offset = position % segments.room();
  if (offset >= payload.size() || offset % 4 != 0) return false;
  const std::byte* const end = payload.data() + payload.size();
  Bases bases = kSomewhere;
  const DecodeState state{static_cast<std::uint32_t>(tables.functions.size()),
                          static_cast<std::uint32_t>(tables.types.size()), bases};
  const std::byte* next = decode(payload.data() + offset, end, state, event);
  Prefix prefix;
  while (next && Prefix::is_one(event)) {
    prefix.keep(event);
    next = next == end ? nullptr : decode(next, end, state, event);
  }
  if (!next) return false;
  if (prefix.is_kept()) prefix.tell(event);
  if (event.kind == CULPRIT_EVENT_WRITE || is_read(event)) event.address = 0;
  event.position = position;
  return true;
}

/// A thread starts only younger ones, so that no chain of parents is a circle.
StreamId Trace::Impl::parent_of(const StreamSegments& stream) const {
  Event event;
  const bool has_start = decode_at(stream, 0, event) && event.kind == CULPRIT_EVENT_EXTENDED &&
                         event.what == CULPRIT_EXTENDED_THREAD_START;
  if (!has_start || event.count >= stream.id || row(StreamId{event.count}) == streams.size())
    return StreamId{};
  return StreamId{event.count};
}

void Trace::Impl::read_streams() {
  for (const StreamSegments& stream : segments.events())
    streams.push_back({StreamId{stream.id}, StreamId{}, segments.end(stream)});
  for (std::size_t i = 0; i < streams.size(); ++i) streams[i].parent = parent_of(segments.events()[i]);
}

Trace::Trace(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Trace::Trace(Trace&&) noexcept = default;
Trace& Trace::operator=(Trace&&) noexcept = default;
Trace::~Trace() = default;

Result<Trace> Trace::open(const std::string& path, const Progress& progress) {
  auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  auto header = read_file_header(path, file->bytes());
  if (!header) return tl::unexpected(header.error());
  const std::size_t size = file->size();
  auto impl = std::make_unique<Impl>(path, std::move(*file), std::move(*header));
  impl->segments.read(progress);
  if (impl->segments.empty())
    return fail(ErrorCode::kDamaged,
                "nothing in '" + path + "' can be used: not one segment of its " + with_commas(size) +
                    " bytes is intact",
                "record the program again");
  impl->tables = read_tables(impl->segments);
  impl->read_streams();
  impl->runs.read(impl->segments, progress);
  return Trace(std::move(impl));
}

const std::string& Trace::path() const {
  return impl_->path;
}
const Tables& Trace::tables() const {
  return impl_->tables;
}
const std::vector<StreamInfo>& Trace::streams() const {
  return impl_->streams;
}
culprit_state Trace::state() const {
  return impl_->segments.header().state;
}
culprit_stop_reason Trace::stop_reason() const {
  return impl_->segments.header().stop_reason;
}
std::uint32_t Trace::version() const {
  return impl_->segments.header().version;
}
std::uint64_t Trace::start_time() const {
  return impl_->segments.header().start_time;
}
std::uint64_t Trace::file_size() const {
  return impl_->segments.file().size();
}
void Trace::release_pages() const {
  impl_->segments.file().release(0, impl_->segments.file().size());
}

std::vector<Damage> Trace::damage() const {
  std::vector<Damage> result;
  for (std::string& what : impl_->segments.damage()) result.push_back({std::move(what)});
  return result;
}

void Trace::verify(const Progress& progress) const {
  for (const StreamSegments& stream : impl_->segments.events()) {
    Cursor cursor = events(StreamId{stream.id});
    for (std::uint64_t count = 0; cursor.next(); ++count)
      if (count % (1u << 20) == 0)
        progress("checking the trace", cursor.event().position, impl_->segments.end(stream));
  }
}

std::uint64_t Trace::run_identity() const {
  const FileHeader& header = impl_->segments.header();
  std::uint64_t sum = culprit_fold(culprit_fold(0, header.start_time), header.process);
  for (const char c : impl_->tables.build) sum = culprit_fold(sum, static_cast<unsigned char>(c));
  return sum;
}

std::uint64_t Trace::fingerprint() const {
  const SegmentTable& segments = impl_->segments;
  std::uint64_t sum = culprit_fold(segments.file().size(), segments.file().modified());
  sum = culprit_fold(culprit_fold(sum, segments.header().start_time), segments.header().process);
  sum = culprit_fold(culprit_fold(sum, segments.header().state), segments.header().file_end);
  sum = culprit_fold(sum, segments.end(segments.tables()));
  for (const StreamInfo& stream : impl_->streams)
    sum = culprit_fold(culprit_fold(sum, stream.id.value()), stream.end);
  return sum;
}

Cursor Trace::events(StreamId stream) const {
  const std::size_t row = impl_->row(stream);
  CULPRIT_CHECK(row < impl_->streams.size());
  return Cursor(impl_->segments, row, static_cast<std::uint32_t>(impl_->tables.functions.size()),
                static_cast<std::uint32_t>(impl_->tables.types.size()));
}

Cursor Trace::events_from(StreamId stream, std::uint64_t position) const {
  Cursor cursor = events(stream);
  cursor.skip_to(position);
  return cursor;
}

Event Trace::event_at(Moment moment) const {
  const std::size_t row = impl_->row(moment.stream());
  Event event;
  const bool found = row < impl_->streams.size() &&
                     impl_->decode_at(impl_->segments.events()[row], moment.position(), event);
  return found ? event : Event{};
}

Event Trace::event_at(Rank rank) const {
  const Runs::Place place = impl_->runs.place_of(rank);
  Event event;
  const bool found = place.stream < impl_->streams.size() &&
                     impl_->decode_at(impl_->segments.events()[place.stream], place.position, event);
  return found ? event : Event{};
}

Stir Trace::stir_between(Moment from, Moment to, std::uint32_t most) const {
  CULPRIT_CHECK(impl_->streams.size() == 1);
  const SegmentTable& segments = impl_->segments;
  const StreamSegments& stream = segments.events().front();
  Bases bases = kSomewhere;
  const DecodeState state{static_cast<std::uint32_t>(tables().functions.size()),
                          static_cast<std::uint32_t>(tables().types.size()), bases};
  Event event;
  bool is_first = true;
  for (std::uint64_t position = from.position(); position < to.position();) {
    const std::size_t segment = segments.find(stream, position);
    if (segment == stream.segments.size()) return Stir::kUnknown;
    const auto [payload, intact] = segments.contents(stream, segment);
    if (!intact) return Stir::kUnknown;
    const std::uint64_t begin = segments.position(stream.segments[segment]);
    const std::byte* const end = payload.data() + payload.size();
    const std::byte* at = payload.data() + std::min<std::uint64_t>(position - begin, payload.size());
    while (at != end && begin + static_cast<std::uint64_t>(at - payload.data()) < to.position()) {
      at = decode(at, end, state, event);
      if (at == nullptr || is_loss(event)) return Stir::kUnknown;
      if (Prefix::is_one(event)) continue;
      if (!is_first && stirs(event)) return Stir::kSome;
      is_first = false;
      if (most-- == 0) return Stir::kSome;
    }
    position = begin + segments.room();
  }
  return Stir::kNone;
}

Rank Trace::order(Moment moment) const {
  if (moment == kNoMoment) return kNoRank;
  if (impl_->runs.size() == 0) return Rank{moment.position()};
  const std::size_t row = impl_->row(moment.stream());
  return row < impl_->streams.size() ? impl_->runs.rank_of(row, moment.position()) : Rank{0};
}

Moment Trace::moment_at(Rank rank) const {
  if (rank == kNoRank || impl_->streams.empty()) return kNoMoment;
  const Runs::Place place = impl_->runs.place_of(rank);
  return {impl_->streams[place.stream].id, place.position};
}

std::uint64_t Trace::position_from(std::size_t row, Rank rank) const {
  return impl_->runs.position_from(row, rank);
}

Moment Trace::settled_after(Moment moment, StreamId stream) const {
  const std::size_t from = impl_->row(moment.stream()), to = impl_->row(stream);
  CULPRIT_CHECK(from < impl_->streams.size() && to < impl_->streams.size());
  const Rank rank = impl_->runs.settled_after(from, moment.position());
  const std::uint64_t position = rank == kNoRank ? Runs::kNowhere : impl_->runs.position_from(to, rank);
  return position == Runs::kNowhere ? kNoMoment : Moment{stream, position};
}

}  // namespace culprit::trace
