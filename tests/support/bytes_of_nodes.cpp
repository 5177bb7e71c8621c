#include "tests/support/bytes_of_nodes.h"

#include <algorithm>

namespace culprit::test {
namespace {

/// The state index keeps longer fills as ranges of their own.
constexpr std::uint64_t kLongFill = 64 << 10;

}  // namespace

/// A call, or a loop with the passes that were begun.
struct BytesOfNodes::Open {
  bool is_call;
  FunctionId function;
  std::uint64_t began;
  std::vector<std::size_t> nodes;
};

BytesOfNodes::BytesOfNodes(const trace::Trace& trace) : trace_(trace) {
  for (const trace::StreamInfo& stream : trace.streams()) threads_[stream.id];
  for (const trace::StreamInfo& stream : trace.streams()) read_stream(stream.id);
  std::ranges::sort(touches_, {}, &Touch::rank);
  for (const Touch& touch : touches_)
    if (touch.how == Touch::How::kRead)
      for (std::uint64_t i = 0; i < touch.size; ++i) ever_read_.insert(touch.address + i);
  // Whoever started a thread is older.
  for (auto thread = threads_.rbegin(); thread != threads_.rend(); ++thread)
    if (const auto parent = threads_.find(thread->second.parent); parent != threads_.end())
      parent->second.ended = std::max(parent->second.ended, thread->second.ended);
}

void BytesOfNodes::read_stream(StreamId stream) {
  std::vector<Span>& nodes = threads_[stream].nodes;
  std::vector<Open> open;
  const auto close = [&](std::size_t kept, std::uint64_t position) {
    for (; open.size() > kept; open.pop_back())
      for (const std::size_t node : open.back().nodes) nodes[node].end = position;
  };
  const auto end_call = [&](std::uint64_t position) {
    std::size_t kept = open.size();
    while (kept > 0 && !open[kept - 1].is_call) --kept;
    if (kept > 0) close(kept - 1, position);
  };
  /// The place of the open loop in the innermost call; behind all if it is not open.
  const auto loop_at = [&](FunctionId loop) {
    for (std::size_t i = open.size(); i > 0 && !open[i - 1].is_call; --i)
      if (open[i - 1].function == loop) return i - 1;
    return open.size();
  };
  for (trace::Cursor cursor = trace_.events(stream); cursor.next();) {
    const trace::Event& event = cursor.event();
    threads_[stream].ended = trace_.order(Moment{stream, event.position});
    switch (event.kind) {
      case CULPRIT_EVENT_ENTER:
      case CULPRIT_EVENT_ENTER_LONG:
        open.push_back({true, event.function, event.position, {nodes.size()}});
        nodes.push_back({event.position});
        break;
      case CULPRIT_EVENT_LEAVE:
        end_call(event.position);
        break;
      case CULPRIT_EVENT_UNWIND:
        for (std::uint32_t i = 0; i < event.count; ++i) end_call(event.position);
        break;
      case CULPRIT_EVENT_LOOP_BEGIN:
        open.push_back({false, event.function, event.position, {}});
        break;
      case CULPRIT_EVENT_ITERATION: {
        const std::size_t at = loop_at(event.function);
        if (at == open.size()) open.push_back({false, event.function, event.position, {}});
        close(at + 1, event.position);
        open[at].nodes.push_back(nodes.size());
        nodes.push_back({event.position, kNever, open[at].began});
        break;
      }
      case CULPRIT_EVENT_LOOP_END:
        close(loop_at(event.function), event.position);
        break;
      default:
        if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_SPAWN) {
          Thread& child = threads_[StreamId{event.count}];
          child.parent = stream;
          child.started = event.position;
        }
        add_touch(stream, event);
    }
  }
}

void BytesOfNodes::add_touch(StreamId stream, const trace::Event& event) {
  Touch touch{Touch::How::kWrite, stream,    event.position, trace_.order(Moment{stream, event.position}),
              event.address,      event.size};
  switch (event.kind) {
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
    case CULPRIT_EVENT_BLOCK:
    case CULPRIT_EVENT_FILL:
      break;
    case CULPRIT_EVENT_ALLOCATE:
      touch.how = Touch::How::kAllocate;
      break;
    case CULPRIT_EVENT_FREE:
      touch.size = 1;
      break;
    default:
      if (event.kind != CULPRIT_EVENT_EXTENDED || event.what != CULPRIT_EXTENDED_READ_BLOCK) return;
      touch.how = Touch::How::kRead;
  }
  if (event.kind == CULPRIT_EVENT_FILL && event.size > kLongFill) touch.how = Touch::How::kLongFill;
  touches_.push_back(touch);
}

std::size_t BytesOfNodes::nodes(StreamId stream) const {
  const auto thread = threads_.find(stream);
  return thread == threads_.end() ? 0 : thread->second.nodes.size();
}

std::set<StreamId> BytesOfNodes::threads_of(NodeRef node) const {
  const Span& own = span(node);
  const Rank left = own.end == kNever ? kNoRank : trace_.order(Moment{node.stream, own.end});
  std::set<StreamId> threads;
  for (const auto& [id, thread] : threads_) {
    const bool is_started_here =
        thread.parent == node.stream && own.begin <= thread.started && thread.started < own.end;
    if (threads.contains(thread.parent) || (is_started_here && thread.ended < left)) threads.insert(id);
  }
  return threads;
}

NodeBytes BytesOfNodes::of(NodeRef node) const {
  const Span& own = span(node);
  const std::set<StreamId> threads = threads_of(node);
  NodeBytes bytes, earlier;
  std::unordered_set<std::uint64_t> made, made_earlier;
  const auto take = [&](const Touch& touch, NodeBytes& to, std::unordered_set<std::uint64_t>& known) {
    const std::uint64_t end = touch.address + touch.size;
    if (touch.how == Touch::How::kWrite)
      for (std::uint64_t byte = touch.address; byte < end; ++byte) to.written.insert(byte);
    // Of a block that was allocated, the first byte stands for all.
    if (touch.how == Touch::How::kAllocate) to.written.insert(touch.address);
    for (auto byte = ever_read_.lower_bound(touch.address); byte != ever_read_.end() && *byte < end; ++byte) {
      if (touch.how != Touch::How::kRead)
        known.insert(*byte);
      else if (!known.contains(*byte))
        to.read.insert(*byte);
    }
  };
  for (const Touch& touch : touches_) {
    const bool is_own = touch.stream == node.stream;
    if (is_own ? own.begin <= touch.position && touch.position < own.end : threads.contains(touch.stream))
      take(touch, bytes, made);
    if (is_own && own.loop_began <= touch.position && touch.position < own.begin)
      take(touch, earlier, made_earlier);
  }
  bytes.read.merge(earlier.read);
  bytes.read.merge(earlier.written);
  return bytes;
}

}  // namespace culprit::test
