#include "src/tree/from_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/base/text.h"

namespace culprit::tree {
namespace {

/// An open call, or an open activation of a loop with all its iterations so far.
struct Frame {
  static constexpr std::uint32_t kCall = 0xffffffff;
  std::uint32_t loop;   ///< the loop's function, or kCall
  std::uint32_t depth;  ///< of the tree's open nodes before it
};

/// A thread whose events are being read. Threads nest: a child is read where it was started.
struct OpenStream {
  trace::Cursor cursor;
  StreamId id;
  std::size_t row;  ///< in Trace::streams()
  std::size_t first_frame;
  std::uint32_t calls = 0;  ///< open ones
};

class TraceTreeReader {
 public:
  TraceTreeReader(const trace::Trace& trace, const Progress& progress) : trace_(trace), progress_(progress) {}
  Result<Tree> read();

 private:
  void add_functions();
  void start(std::size_t row);
  void read_stream(std::size_t row);
  bool read_events();
  void handle(OpenStream& stream, const trace::Event& event);
  bool spawn(const trace::Event& event);
  void begin_call(OpenStream& stream, FunctionId function, Moment moment);
  void begin_iteration(OpenStream& stream, FunctionId loop, Moment moment);
  void end_loop(OpenStream& stream, FunctionId loop, Moment moment);
  void end_calls(OpenStream& stream, std::uint64_t count, Moment moment);
  void cross_gap(OpenStream& stream);
  void skip_names(const OpenStream& stream, std::uint64_t lost);
  std::size_t activation(const OpenStream& stream, FunctionId loop) const;
  void close_frames(std::size_t kept, Moment moment);
  FunctionId lost_function();

  static constexpr std::size_t kNoFrame = ~std::size_t{0};

  Moment moment_of(const OpenStream& stream, const trace::Event& event) const {
    return {stream.id, event.position};
  }
  bool is_full() const { return builder_.size() == TreeBuilder::kMaxNodes; }

  const trace::Trace& trace_;
  const Progress& progress_;
  TreeBuilder builder_;
  Column<Frame> frames_;
  std::vector<OpenStream> streams_;
  std::vector<bool> is_started_;  ///< by row of Trace::streams()
  FunctionId lost_{};
  std::uint64_t done_ = 0;  ///< bytes of the streams that were read to their end
  std::uint64_t total_ = 0;
};

void TraceTreeReader::add_functions() {
  const trace::Tables& tables = trace_.tables();
  for (std::uint32_t id = 0; id < tables.functions.size(); ++id) {
    const trace::Function& from = tables.functions[id];
    Function function;
    function.name = from.name;
    function.signature = from.signature;
    function.file = tables.file(from.file).path;
    function.first_line = from.first_line;
    function.last_line = from.last_line;
    function.kind = static_cast<FunctionKind>(from.kind);
    function.enclosing = from.enclosing;
    if (const auto loop = tables.loops.find(FunctionId{id}); loop != tables.loops.end()) {
      function.body_first = loop->second.body_first;
      function.body_last = loop->second.body_last;
    }
    if (function.name.empty()) function.name = "unknown function";
    builder_.add_function(std::move(function));
  }
}

FunctionId TraceTreeReader::lost_function() {
  if (lost_ == FunctionId{}) {
    Function function;
    function.name = "lost call";
    function.kind = FunctionKind::kLost;
    lost_ = builder_.add_function(std::move(function));
  }
  return lost_;
}

/// Closes all nodes of the frames past the first `kept`.
void TraceTreeReader::close_frames(std::size_t kept, Moment moment) {
  if (frames_.size() <= kept) return;
  const std::uint32_t depth = frames_[kept].depth;
  while (frames_.size() > kept) frames_.pop_back();
  while (builder_.depth() > depth) builder_.close(moment);
}

void TraceTreeReader::begin_call(OpenStream& stream, FunctionId function, Moment moment) {
  frames_.push_back({Frame::kCall, builder_.depth()});
  ++stream.calls;
  builder_.open(function, moment);
}

/// The innermost activation of the loop in the innermost open call, or kNoFrame.
std::size_t TraceTreeReader::activation(const OpenStream& stream, FunctionId loop) const {
  // Real loops nest a few deep. The bound keeps a damaged trace, with many begun and none ended, linear.
  constexpr std::size_t kMostNested = 256;
  const std::size_t least =
      std::max(stream.first_frame, frames_.size() - std::min(frames_.size(), kMostNested));
  for (std::size_t i = frames_.size(); i > least; --i) {
    if (frames_[i - 1].loop == Frame::kCall) break;
    if (frames_[i - 1].loop == loop.value()) return i - 1;
  }
  return kNoFrame;
}

void TraceTreeReader::begin_iteration(OpenStream& stream, FunctionId loop, Moment moment) {
  const std::size_t frame = activation(stream, loop);
  if (frame == kNoFrame) {
    frames_.push_back({loop.value(), builder_.depth()});
  } else {
    close_frames(frame + 1, moment);  // inner loops that were left without an end
  }
  builder_.open(loop, moment);
}

void TraceTreeReader::end_loop(OpenStream& stream, FunctionId loop, Moment moment) {
  const std::size_t frame = activation(stream, loop);
  if (frame != kNoFrame) close_frames(frame, moment);
}

void TraceTreeReader::end_calls(OpenStream& stream, std::uint64_t count, Moment moment) {
  std::size_t kept = frames_.size();
  for (; count > 0 && stream.calls > 0; --count, --stream.calls) {
    do --kept;
    while (frames_[kept].loop != Frame::kCall);
  }
  close_frames(kept, moment);
}

/// After a gap, nodes are called what they would be without it. The `lost` calls, which are opened next, take the last
/// of the names that lie in the gap: there are as many, since their enters do. A header that cannot be right says nothing.
void TraceTreeReader::skip_names(const OpenStream& stream, std::uint64_t lost) {
  if (stream.cursor.nodes() == 0) return;
  const std::uint64_t nodes = stream.cursor.nodes() - 1;
  const std::uint64_t position = stream.cursor.event().position;
  // A node takes at least a word, before the gap and after it.
  const std::uint64_t most_before = position / 4;
  const std::uint64_t most_behind = (trace_.streams()[stream.row].end - position) / 4;
  constexpr std::uint64_t kNamesOfAStream = std::uint64_t{1} << 32;
  if (nodes > most_before || nodes + most_behind > kNamesOfAStream) return;
  if (nodes >= builder_.names().next(builder_.size()) + lost)
    builder_.names().skip(builder_.size(), nodes - lost);
}

void TraceTreeReader::cross_gap(OpenStream& stream) {
  // A call takes at least a word in the file, so a greater depth is damage itself.
  const std::uint64_t depth = std::min<std::uint64_t>(stream.cursor.depth(), trace_.file_size() / 4);
  if (stream.calls > depth) end_calls(stream, stream.calls - depth, kNoMoment);
  const Moment moment = moment_of(stream, stream.cursor.event());
  skip_names(stream, depth - stream.calls);
  while (stream.calls < depth && !is_full()) begin_call(stream, lost_function(), moment);
}

void TraceTreeReader::start(std::size_t row) {
  is_started_[row] = true;
  const StreamId id = trace_.streams()[row].id;
  builder_.names().begin(id, builder_.size());
  streams_.push_back({trace_.events(id), id, row, frames_.size(), 0});
}

/// Starts reading a child thread; false if there is none, or it was read before.
bool TraceTreeReader::spawn(const trace::Event& event) {
  const auto& all = trace_.streams();
  const auto before = [](const trace::StreamInfo& stream, StreamId id) { return stream.id < id; };
  const auto child = std::lower_bound(all.begin(), all.end(), StreamId{event.count}, before);
  if (child == all.end() || child->id != StreamId{event.count}) return false;
  const auto row = static_cast<std::size_t>(child - all.begin());
  if (is_started_[row]) return false;
  start(row);
  return true;
}

void TraceTreeReader::handle(OpenStream& stream, const trace::Event& event) {
  switch (event.kind) {
    case CULPRIT_EVENT_ENTER:
    case CULPRIT_EVENT_ENTER_LONG:
      return begin_call(stream, event.function, moment_of(stream, event));
    case CULPRIT_EVENT_LEAVE:
      return end_calls(stream, 1, moment_of(stream, event));
    case CULPRIT_EVENT_UNWIND:
      return end_calls(stream, event.count, moment_of(stream, event));
    case CULPRIT_EVENT_LOOP_BEGIN:
      return frames_.push_back({event.function.value(), builder_.depth()});
    case CULPRIT_EVENT_ITERATION:
      return begin_iteration(stream, event.function, moment_of(stream, event));
    case CULPRIT_EVENT_LOOP_END:
      return end_loop(stream, event.function, moment_of(stream, event));
    default:
      return;
  }
}

/// Reads the innermost open thread until it starts another (true) or ends.
bool TraceTreeReader::read_events() {
  constexpr std::uint32_t kReportEach = 1 << 16;
  OpenStream& stream = streams_.back();
  std::uint32_t until_report = kReportEach;
  while (!is_full() && stream.cursor.next()) {
    const trace::Event& event = stream.cursor.event();
    if (stream.cursor.after_gap()) [[unlikely]]
      cross_gap(stream);
    if (event.kind == CULPRIT_EVENT_EXTENDED) {
      if (event.what == CULPRIT_EXTENDED_SPAWN && spawn(event)) return true;
      continue;
    }
    handle(stream, event);
    if (--until_report == 0) [[unlikely]] {
      until_report = kReportEach;
      progress_("reading the trace", done_ + event.position, total_);
    }
  }
  return false;
}

void TraceTreeReader::read_stream(std::size_t first) {
  if (is_started_[first]) return;
  start(first);
  while (!streams_.empty()) {
    if (read_events()) continue;
    const OpenStream& ended = streams_.back();
    close_frames(ended.first_frame, kNoMoment);
    builder_.names().end(builder_.size());
    done_ += trace_.streams()[ended.row].end;
    streams_.pop_back();
  }
}

Result<Tree> TraceTreeReader::read() {
  add_functions();
  const auto& all = trace_.streams();
  for (const trace::StreamInfo& stream : all) total_ += stream.end;
  is_started_.assign(all.size(), false);
  // Threads with a known parent come where that starts them; if it is not seen to, they come last.
  for (const bool with_parents : {false, true}) {
    for (std::size_t row = 0; row < all.size(); ++row) {
      if (with_parents || all[row].parent == StreamId{}) read_stream(row);
    }
  }
  if (is_full() || builder_.names().is_full()) {
    return fail(ErrorCode::kTooLarge,
                fmt::format("{} holds more than {} calls and iterations", trace_.path(),
                            with_commas(TreeBuilder::kMaxNodes)),
                "Record a shorter run.");
  }
  if (builder_.size() == 0) {
    const std::vector<trace::Damage> damage = trace_.damage();
    return fail(ErrorCode::kDamaged, fmt::format("{} holds no call; expected at least one", trace_.path()),
                damage.empty() ? "The program ended before its first recorded call."
                               : "The part with the calls is damaged: " + damage.front().what);
  }
  return builder_.finish(trace_.tables().program.empty() ? "program" : trace_.tables().program,
                         [&](Moment a, Moment b) { return trace_.order(a) < trace_.order(b); });
}

}  // namespace

Result<Tree> read_tree(const trace::Trace& trace, const Progress& progress) {
  Result<Tree> tree = TraceTreeReader(trace, progress).read();
  trace.release_pages();
  return tree;
}

}  // namespace culprit::tree
