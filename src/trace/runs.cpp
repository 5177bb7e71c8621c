#include "src/trace/runs.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "src/base/check.h"
#include "src/trace/decode.h"

namespace culprit::trace {
namespace {

/// From `position` on, records of the stream carry this sequence number.
struct Change {
  std::uint64_t sequence;
  std::uint64_t position;
};

/// The sequence numbers of one stream. They ascend; a lower one, which only a damaged file has, is passed
/// over.
class Changes {
 public:
  void read(const SegmentTable& segments, const StreamSegments& stream) {
    const auto& rows = stream.segments;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      add(rows[i].sequence, segments.position(rows[i]));
      // A segment between two equal numbers holds no change: it need not be read.
      const bool unchanged = i + 1 < rows.size() && rows[i + 1].number == rows[i].number + 1 &&
                             rows[i + 1].sequence == rows[i].sequence;
      if (!unchanged) read_segment(segments, stream, i);
    }
  }
  Column<Change> take() { return std::move(changes_); }

 private:
  void add(std::uint64_t sequence, std::uint64_t position) {
    if (changes_.empty() || sequence > changes_.back().sequence) changes_.push_back({sequence, position});
  }
  void read_segment(const SegmentTable& segments, const StreamSegments& stream, std::size_t i) {
    const auto payload = segments.contents(stream, i).payload;
    const std::byte* const end = payload.data() + payload.size();
    Address bases[2] = {0, 0};
    Event event;
    for (const std::byte* at = payload.data(); at != end;) {
      const std::byte* next = decode(at, end, {UINT32_MAX, UINT32_MAX, bases}, event);
      if (!next) break;
      if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_SEQUENCE)
        add(event.size,
            segments.position(stream.segments[i]) + static_cast<std::uint64_t>(at - payload.data()));
      at = next;
    }
  }
  Column<Change> changes_;
};

}  // namespace

void Runs::read(const SegmentTable& segments, const Progress& progress) {
  const auto& streams = segments.events();
  if (streams.size() < 2) return;
  std::vector<Column<Change>> changes;
  for (const StreamSegments& stream : streams) {
    progress("ordering the threads", changes.size(), streams.size());
    Changes reader;
    reader.read(segments, stream);
    changes.push_back(reader.take());
    segments.file().release(0, segments.file().size());
  }
  // The next change of each stream: lowest number first, then the older stream.
  using Next = std::tuple<std::uint64_t, std::size_t, std::size_t>;  // sequence, stream, row
  std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
  for (std::size_t s = 0; s < streams.size(); ++s)
    if (!changes[s].empty()) queue.emplace(changes[s][0].sequence, s, 0);
  by_stream_.resize(streams.size());
  std::uint64_t moment = 0;
  while (!queue.empty()) {
    const auto [sequence, s, row] = queue.top();
    queue.pop();
    const std::uint64_t begin = row == 0 ? 0 : changes[s][row].position;
    const bool is_last = row + 1 == changes[s].size();
    const std::uint64_t end = is_last ? segments.end(streams[s]) : changes[s][row + 1].position;
    if (runs_.empty() || runs_.back().stream != s) {
      CULPRIT_CHECK(runs_.size() < UINT32_MAX);
      by_stream_[s].push_back(static_cast<std::uint32_t>(runs_.size()));
      runs_.push_back({moment, begin, static_cast<std::uint32_t>(s), 0});
    } else {
      runs_.back().last_change =
          static_cast<std::uint32_t>(std::min(moment - runs_.back().moment, kMostChange));
    }
    moment += end - begin;
    if (!is_last) queue.emplace(changes[s][row + 1].sequence, s, row + 1);
  }
}

Moment Runs::moment_of(std::size_t stream, std::uint64_t position) const {
  if (runs_.empty()) return Moment{position};
  const auto& rows = by_stream_[stream];
  const auto it =
      std::upper_bound(rows.begin(), rows.end(), position,
                       [&](std::uint64_t p, std::uint32_t row) { return p < runs_[row].position; });
  if (it == rows.begin()) return Moment{position};
  const Run& run = runs_[*(it - 1)];
  return Moment{run.moment + (position - run.position)};
}

const Runs::Run* Runs::run_at(Moment moment) const {
  const Run* it = std::upper_bound(runs_.begin(), runs_.end(), moment.value(),
                                   [](std::uint64_t m, const Run& run) { return m < run.moment; });
  return it == runs_.begin() ? it : it - 1;
}

Runs::Place Runs::place_of(Moment moment) const {
  if (runs_.empty()) return {0, moment.value()};
  const Run& run = *run_at(moment);
  return {run.stream, run.position + (moment.value() - run.moment)};
}

/// An event carries the number before it. What carries a higher one came later than the *next* number of the event's stream
/// only if it is higher than that, too.
Moment Runs::settled_after(Moment moment) const {
  if (runs_.empty()) return kNoMoment;
  const Run* run = run_at(moment);
  const bool changes_within = moment.value() - run->moment < run->last_change;
  if (changes_within) return run + 1 == runs_.end() ? kNoMoment : Moment{(run + 1)->moment};
  const auto& rows = by_stream_[run->stream];
  const auto next =
      std::upper_bound(rows.begin(), rows.end(), static_cast<std::uint32_t>(run - runs_.begin()));
  return next == rows.end() ? kNoMoment : Moment{runs_[*next].moment};
}

}  // namespace culprit::trace
