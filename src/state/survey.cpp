#include "src/state/survey.h"

#include <algorithm>
#include <cstring>

#include "src/state/pieces.h"
#include "src/state/transfers.h"
#include "src/trace/decode.h"

namespace culprit::state {

bool is_long_fill(const trace::Event& event) {
  return event.kind == CULPRIT_EVENT_FILL && event.size > kLongFill;
}

Survey::Survey(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress)
    : streams(trace, tree, progress),
      nodes(tree, progress),
      trace_(trace),
      tree_(tree),
      several_(trace.streams().size() > 1) {
  stacks.assign(trace.streams().size(), StackRow{kNoFrame, 0});
}

void Survey::run(const Progress& progress) {
  std::uint64_t total = 0, done = 0;
  for (const trace::StreamInfo& stream : trace_.streams()) total += stream.end;
  for (std::size_t row = 0; row < trace_.streams().size(); ++row) {
    written.begin_stream();
    read_stream(row, progress, done, total);
    written.end_stream(trace_.streams()[row].end);
    done += trace_.streams()[row].end;
  }
  allocations.finish(false);
  long_fills.finish(true);
  if (several_) {
    std::sort(transfers.begin(), transfers.end());
    std::ranges::sort(gaps);
  }
  std::ranges::stable_sort(files, {}, &FileRow::file);
}

void Survey::read_stream(std::size_t row, const Progress& progress, std::uint64_t done, std::uint64_t total) {
  place_ = Place{.row = row, .stream = trace_.streams()[row].id};
  trace::Cursor cursor = trace_.events(place_.stream);
  for (std::uint64_t events = 0; cursor.next(); ++events) {
    const trace::Event& event = cursor.event();
    if (cursor.after_gap()) {
      place_.loops.clear();
      gaps.push_back(rank_of(event).value());
    }
    take(event);
    if (events % 65536 == 0) progress("reading the log of writes", done + event.position, total);
  }
}

void Survey::count_pieces(Address address, std::uint64_t size) {
  for_each_piece(address, size, [&](std::uint64_t page, std::uint64_t) {
    const std::uint32_t id = pages.id_of(page);
    if (id >= counts.size()) counts.push_back(0);
    ++counts[id];
  });
}

Rank Survey::rank_of(const trace::Event& event) const {
  return several_ ? trace_.order(Moment{place_.stream, event.position}) : Rank{event.position};
}

void Survey::take(const trace::Event& event) {
  switch (event.kind) {
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
    case CULPRIT_EVENT_BLOCK:
      count_pieces(event.address, event.size);
      written.take(event);
      break;
    case CULPRIT_EVENT_FILL:
      if (is_long_fill(event))
        long_fills.begin(event.address, event.size, rank_of(event), 0);
      else
        count_pieces(event.address, event.size);
      written.take(event);
      break;
    case CULPRIT_EVENT_ALLOCATE:
      allocations.begin(event.address, event.size, rank_of(event), event.what);
      written.take(event);
      break;
    case CULPRIT_EVENT_FREE:
      allocations.end(event.address, rank_of(event));
      written.take(event);
      break;
    case CULPRIT_EVENT_OUTPUT:
    case CULPRIT_EVENT_EXTENDED:
      if (trace::is_read(event)) written.take(event);
      return take_transfer(event);
    default:
      enter(event);
      break;
  }
}

void Survey::take_transfer(const trace::Event& event) {
  if (is_transfer(event)) transfers.push_back(rank_of(event).value());
  if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_OPENED && event.count != 0)
    files.push_back({event.count, rank_of(event).value()});
}

std::uint32_t Survey::node_at(std::size_t i) const {
  return several_ ? streams.nodes[streams.starts[place_.row] + i] : static_cast<std::uint32_t>(i);
}

std::size_t Survey::nodes_in_stream() const {
  return several_ ? streams.starts[place_.row + 1] - streams.starts[place_.row] : tree_.size();
}

std::uint64_t Survey::follow_loops(const trace::Event& event) {
  LoopBegins& loops = place_.loops;
  switch (event.kind) {
    case CULPRIT_EVENT_ENTER:
    case CULPRIT_EVENT_ENTER_LONG:
      loops.call();
      break;
    case CULPRIT_EVENT_LEAVE:
      loops.end_calls(1);
      break;
    case CULPRIT_EVENT_UNWIND:
      loops.end_calls(event.count);
      break;
    case CULPRIT_EVENT_LOOP_BEGIN:
      loops.begin(event.function, event.position);
      break;
    case CULPRIT_EVENT_LOOP_END:
      loops.end(event.function);
      break;
    case CULPRIT_EVENT_ITERATION:
      return loops.iteration(event.function);
    default:
      break;
  }
  return LoopBegins::kNowhere;
}

void Survey::enter(const trace::Event& event) {
  const std::uint64_t loop_began = follow_loops(event);
  const bool is_iteration = event.kind == CULPRIT_EVENT_ITERATION;
  if (event.kind != CULPRIT_EVENT_ENTER && event.kind != CULPRIT_EVENT_ENTER_LONG && !is_iteration) return;
  // Nodes that no event opens (a common root, a gap) have the moment of what follows them, or none.
  for (; place_.next < nodes_in_stream(); ++place_.next) {
    const NodeId node{node_at(place_.next)};
    const Moment entered = tree_.enter(node);
    const auto kind = tree_.function(node).kind;
    if (entered != kNoMoment && entered.position() > event.position) return;
    if (entered.position() != event.position || kind == tree::FunctionKind::kProgram ||
        kind == tree::FunctionKind::kLost)
      continue;
    if (is_iteration) {
      if (loop_began != LoopBegins::kNowhere) nodes.enter_iteration(node, event.position - loop_began);
      ++place_.next;
      return;
    }
    nodes.enter(node, event);
    const std::uint64_t frame = nodes.frames()[node.value()];
    if (frame != kNoFrame) {
      StackRow& stack = stacks[place_.row];
      stack = {std::min(stack.lowest, frame), std::max(stack.highest, frame)};
    }
    ++place_.next;
    return;
  }
}

}  // namespace culprit::state
