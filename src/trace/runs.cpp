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
    Bases bases{};
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
  std::uint64_t rank = 0;
  while (!queue.empty()) {
    const auto [sequence, s, row] = queue.top();
    queue.pop();
    const std::uint64_t begin = row == 0 ? 0 : changes[s][row].position;
    const bool is_last = row + 1 == changes[s].size();
    const std::uint64_t end = is_last ? segments.end(streams[s]) : changes[s][row + 1].position;
    if (runs_.empty() || runs_.back().stream != s) {
      CULPRIT_CHECK(runs_.size() < UINT32_MAX);
      by_stream_[s].push_back(static_cast<std::uint32_t>(runs_.size()));
      runs_.push_back({rank, begin, static_cast<std::uint32_t>(s), 0});
    } else {
      runs_.back().last_change = static_cast<std::uint32_t>(std::min(rank - runs_.back().rank, kMostChange));
    }
    rank += end - begin;
    if (!is_last) queue.emplace(changes[s][row + 1].sequence, s, row + 1);
  }
}

/// The stream's run that holds a position; nullptr if the stream has none.
const Runs::Run* Runs::run_of(std::size_t stream, std::uint64_t position) const {
  const auto& rows = by_stream_[stream];
  const auto it =
      std::upper_bound(rows.begin(), rows.end(), position,
                       [&](std::uint64_t p, std::uint32_t row) { return p < runs_[row].position; });
  return it == rows.begin() ? nullptr : &runs_[*(it - 1)];
}

Rank Runs::rank_of(std::size_t stream, std::uint64_t position) const {
  if (runs_.empty()) return Rank{position};
  const Run* run = run_of(stream, position);
  return Rank{run ? run->rank + (position - run->position) : position};
}

const Runs::Run* Runs::run_at(Rank rank) const {
  const Run* it = std::upper_bound(runs_.begin(), runs_.end(), rank.value(),
                                   [](std::uint64_t r, const Run& run) { return r < run.rank; });
  return it == runs_.begin() ? it : it - 1;
}

Runs::Place Runs::place_of(Rank rank) const {
  if (runs_.empty()) return {0, rank.value()};
  const Run& run = *run_at(rank);
  return {run.stream, run.position + (rank.value() - run.rank)};
}

std::uint64_t Runs::position_from(std::size_t stream, Rank rank) const {
  if (runs_.empty()) return rank.value();
  const auto& rows = by_stream_[stream];
  const auto next = std::upper_bound(rows.begin(), rows.end(), rank.value(),
                                     [&](std::uint64_t r, std::uint32_t row) { return r < runs_[row].rank; });
  if (next != rows.begin()) {
    // The rank may lie in the stream's last run before it, or behind that, in another stream's.
    const Run& run = runs_[*(next - 1)];
    const Run* behind = &run + 1;
    if (behind == runs_.end() || rank.value() < behind->rank) return run.position + (rank.value() - run.rank);
  }
  return next == rows.end() ? kNowhere : runs_[*next].position;
}

/// An event carries the number before it. What carries a higher one came later than the *next* number of the event's stream
/// only if it is higher than that, too.
Rank Runs::settled_after(std::size_t stream, std::uint64_t position) const {
  const Run* run = runs_.empty() ? nullptr : run_of(stream, position);
  if (!run) return kNoRank;
  const bool changes_within = position - run->position < run->last_change;
  if (changes_within) return run + 1 == runs_.end() ? kNoRank : Rank{(run + 1)->rank};
  const auto& rows = by_stream_[stream];
  const auto next =
      std::upper_bound(rows.begin(), rows.end(), static_cast<std::uint32_t>(run - runs_.begin()));
  return next == rows.end() ? kNoRank : Rank{runs_[*next].rank};
}

}  // namespace culprit::trace
