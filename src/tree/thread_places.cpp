#include "src/tree/thread_places.h"

#include <algorithm>

#include "src/tree/frame_stack.h"

namespace culprit::tree {
namespace {

/// Counts the open nodes of a thread, and knows which threads were started in them and are still to be placed.
class OpenNodes {
 public:
  struct Started {
    std::size_t row;
    Rank ended;
    std::uint32_t depth;  ///< of the innermost node around its start that is still open
  };

  void open(FunctionId, Moment) { ++depth_; }
  void close(Moment leave) {
    --depth_;
    left_ = leave;
  }
  std::uint32_t depth() const { return depth_; }

  void start(std::size_t row, Rank ended) { waiting_.push_back({row, ended, depth_}); }
  /// After each event, all of whose nodes close at one moment: those that ended in what was closed have found their place,
  /// the others hang higher up. Depths in waiting_ never fall. Amortised O(1) an event that closes nothing with threads in it.
  template <class Place>
  void settle(const trace::Trace& trace, Place place) {
    if (waiting_.empty() || waiting_.back().depth <= depth_) return;
    const auto inside = std::partition_point(waiting_.begin(), waiting_.end(),
                                             [&](const Started& one) { return one.depth <= depth_; });
    const Rank left = trace.order(left_);
    const auto outlived = std::remove_if(inside, waiting_.end(), [&](Started& one) {
      const bool is_placed = one.ended < left;
      if (is_placed) place(one.row, one.depth);
      one.depth = depth_;
      return is_placed;
    });
    waiting_.erase(outlived, waiting_.end());
  }
  const std::vector<Started>& waiting() const { return waiting_; }

 private:
  std::uint32_t depth_ = 0;
  Moment left_ = kNoMoment;
  std::vector<Started> waiting_;
};

}  // namespace

ThreadPlaces::ThreadPlaces(const trace::Trace& trace, const Progress& progress)
    : trace_(trace), depth_(trace.streams().size(), 0), ended_(trace.streams().size()) {
  const auto& all = trace.streams();
  std::vector<bool> starts(all.size(), false);
  for (const trace::StreamInfo& stream : all) {
    const auto parent =
        std::lower_bound(all.begin(), all.end(), stream.parent,
                         [](const trace::StreamInfo& other, StreamId id) { return other.id < id; });
    if (parent != all.end() && parent->id == stream.parent)
      starts[static_cast<std::size_t>(parent - all.begin())] = true;
  }
  for (std::size_t row = 0; row < all.size(); ++row) ended_[row] = end_of(row);
  // A thread is younger than the one that started it.
  for (std::size_t row = all.size(); row-- > 0;)
    if (starts[row]) survey(row, progress);
}

Rank ThreadPlaces::end_of(std::size_t row) const {
  const trace::StreamInfo& stream = trace_.streams()[row];
  return stream.end == 0 ? Rank{0} : trace_.order(Moment{stream.id, stream.end - 1});
}

std::size_t ThreadPlaces::started_by(const trace::Event& event, const trace::Trace& trace) {
  const auto& all = trace.streams();
  const auto before = [](const trace::StreamInfo& stream, StreamId id) { return stream.id < id; };
  const auto child = std::lower_bound(all.begin(), all.end(), StreamId{event.count}, before);
  const bool is_there = child != all.end() && child->id == StreamId{event.count};
  return is_there ? static_cast<std::size_t>(child - all.begin()) : all.size();
}

void ThreadPlaces::survey(std::size_t row, const Progress& progress) {
  constexpr std::uint32_t kReportEach = 1 << 16;
  std::uint32_t until_report = kReportEach;
  const auto place = [&](std::size_t thread, std::uint32_t depth) { depth_[thread] = depth; };
  const StreamId id = trace_.streams()[row].id;
  OpenNodes nodes;
  FrameStack frames;
  for (trace::Cursor cursor = trace_.events(id); cursor.next();) {
    const trace::Event& event = cursor.event();
    if (cursor.after_gap()) {
      const std::uint64_t depth = frames.end_lost(cursor, trace_, nodes);
      while (frames.calls() < depth) frames.begin_call(FunctionId{}, {id, event.position}, nodes);
    }
    if (event.kind == CULPRIT_EVENT_EXTENDED) {
      if (event.what != CULPRIT_EXTENDED_SPAWN) continue;
      const std::size_t child = started_by(event, trace_);
      if (child < ended_.size()) nodes.start(child, ended_[child]);
      continue;
    }
    frames.handle(event, {id, event.position}, nodes);
    nodes.settle(trace_, place);
    if (--until_report == 0) {
      until_report = kReportEach;
      progress("placing threads", event.position, trace_.streams()[row].end);
    }
  }
  frames.end(nodes);
  nodes.settle(trace_, place);
  for (const OpenNodes::Started& outlived : nodes.waiting()) {
    depth_[outlived.row] = 0;
    ended_[row] = std::max(ended_[row], outlived.ended);
  }
}

}  // namespace culprit::tree
