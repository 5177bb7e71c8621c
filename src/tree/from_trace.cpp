#include "src/tree/from_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/base/text.h"
#include "src/tree/frame_stack.h"
#include "src/tree/thread_places.h"

namespace culprit::tree {
namespace {

/// A thread whose events are being read. Threads nest: a child is read where it was started, or later, where its place is.
struct OpenStream {
  /// A child that outlived the node in which it was started.
  struct Waiting {
    std::size_t row;
    std::uint32_t depth;  ///< nodes of this thread that it is to hang below
  };
  trace::Cursor cursor;
  StreamId id;
  std::size_t row;      ///< in Trace::streams()
  std::uint32_t depth;  ///< nodes that were open before it
  FrameStack frames{};
  std::vector<Waiting> waiting{};
  std::uint32_t deepest = 0;         ///< of those waiting
  std::vector<std::size_t> ready{};  ///< rows of those to be read now, the next one last
};

class TraceTreeReader {
 public:
  TraceTreeReader(const trace::Trace& trace, const Progress& progress)
      : trace_(trace), progress_(progress), places_(trace, progress) {}
  Result<Tree> read();

 private:
  void add_functions();
  void start(std::size_t row);
  void read_stream(std::size_t row);
  bool read_events();
  bool spawn(OpenStream& stream, const trace::Event& event);
  bool start_next(OpenStream& stream);
  void cross_gap(OpenStream& stream);
  void skip_names(const OpenStream& stream, std::uint64_t lost);
  FunctionId lost_function();

  Moment moment_of(const OpenStream& stream, const trace::Event& event) const {
    return {stream.id, event.position};
  }
  bool is_full() const { return builder_.size() == TreeBuilder::kMaxNodes; }

  const trace::Trace& trace_;
  const Progress& progress_;
  ThreadPlaces places_;
  TreeBuilder builder_;
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
      function.is_range = loop->second.kind == CULPRIT_LOOP_RANGE;
    }
    for (const trace::Parameter& parameter : from.parameters)
      if (parameter.is_own) function.own.push_back(parameter.name);
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
  FrameStack& frames = stream.frames;
  const std::uint64_t depth = frames.end_lost(stream.cursor, trace_, builder_);
  const Moment moment = moment_of(stream, stream.cursor.event());
  skip_names(stream, depth - frames.calls());
  while (frames.calls() < depth && !is_full()) frames.begin_call(lost_function(), moment, builder_);
}

void TraceTreeReader::start(std::size_t row) {
  is_started_[row] = true;
  const StreamId id = trace_.streams()[row].id;
  builder_.names().begin(id, builder_.size());
  streams_.push_back({trace_.events(id), id, row, builder_.depth()});
}

/// Starts reading a child thread; false if there is none, it was read before, or its place is higher up.
bool TraceTreeReader::spawn(OpenStream& stream, const trace::Event& event) {
  const std::size_t row = ThreadPlaces::started_by(event, trace_);
  if (row == is_started_.size() || is_started_[row]) return false;
  const std::uint32_t depth = places_.depth(row);
  if (depth >= builder_.depth() - stream.depth) {
    start(row);
    return true;
  }
  is_started_[row] = true;
  stream.waiting.push_back({row, depth});
  stream.deepest = std::max(stream.deepest, depth);
  return false;
}

/// Starts reading a child thread that has waited for the nodes below its place to close; false if there is none. Each is looked at
/// once for each node between its start and its place in which others had theirs.
bool TraceTreeReader::start_next(OpenStream& stream) {
  const std::uint32_t depth = builder_.depth() - stream.depth;
  if (stream.ready.empty() && !stream.waiting.empty() && stream.deepest >= depth) {
    const auto is_ready = [&](const OpenStream::Waiting& one) { return one.depth >= depth; };
    for (const OpenStream::Waiting& one : stream.waiting)
      if (is_ready(one)) stream.ready.push_back(one.row);
    std::reverse(stream.ready.begin(), stream.ready.end());
    std::erase_if(stream.waiting, is_ready);
    stream.deepest = 0;
    for (const OpenStream::Waiting& one : stream.waiting)
      stream.deepest = std::max(stream.deepest, one.depth);
  }
  if (stream.ready.empty()) return false;
  const std::size_t row = stream.ready.back();
  stream.ready.pop_back();
  start(row);
  return true;
}

/// Reads the innermost open thread until another is to be read (true) or it ends.
bool TraceTreeReader::read_events() {
  constexpr std::uint32_t kReportEach = 1 << 16;
  OpenStream& stream = streams_.back();
  if (start_next(stream)) return true;
  std::uint32_t until_report = kReportEach;
  while (!is_full() && stream.cursor.next()) {
    const trace::Event& event = stream.cursor.event();
    if (stream.cursor.after_gap()) [[unlikely]]
      cross_gap(stream);
    if (event.kind == CULPRIT_EVENT_EXTENDED) {
      if (event.what == CULPRIT_EXTENDED_SPAWN && spawn(stream, event)) return true;
      continue;
    }
    stream.frames.handle(event, moment_of(stream, event), builder_);
    if (!stream.waiting.empty() && start_next(stream)) return true;
    if (--until_report == 0) [[unlikely]] {
      until_report = kReportEach;
      progress_("reading the trace", done_ + event.position, total_);
    }
  }
  stream.frames.end(builder_);
  return start_next(stream);
}

void TraceTreeReader::read_stream(std::size_t first) {
  if (is_started_[first]) return;
  start(first);
  while (!streams_.empty()) {
    if (read_events()) continue;
    builder_.names().end(builder_.size());
    done_ += trace_.streams()[streams_.back().row].end;
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
