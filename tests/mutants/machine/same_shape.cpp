#include "tests/mutants/machine/same_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "src/trace/trace.h"
#include "tests/support/reads_of_calls.h"

namespace culprit::mutants {
namespace {

using trace::Event;

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return text;
}

/// Which reads are left out as telling nothing new depends on addresses, by which the recorder's table has its rows: what calls read
/// is compared for itself.
bool is_unshaped(std::uint32_t what) {
  return what == CULPRIT_EXTENDED_SEQUENCE || what == CULPRIT_EXTENDED_READ_FAR ||
         what == CULPRIT_EXTENDED_READ_BLOCK;
}

/// What a record says, but for addresses: numbers of 8 bytes may be some. Empty: it says nothing.
std::string shape_of(const trace::Trace& trace, const Event& event) {
  const trace::Function& function = trace.tables().function(event.function);
  switch (event.kind) {
    case CULPRIT_EVENT_ENTER_SMALL:
    case CULPRIT_EVENT_ENTER:
    case CULPRIT_EVENT_ENTER_LONG:
      return fmt::format("enter {} {}", function.signature, event.payload.size());
    case CULPRIT_EVENT_LOOP_BEGIN:
    case CULPRIT_EVENT_ITERATION:
    case CULPRIT_EVENT_LOOP_END:
      return fmt::format("loop {} {} {}", static_cast<int>(event.kind), function.first_line,
                         event.payload.size());
    case CULPRIT_EVENT_LEAVE:
      return fmt::format("leave {} {}", event.line, event.payload.size());
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
      return fmt::format("write {} {} {}", event.payload.size(), event.line,
                         event.payload.size() < 8 ? hex(event.payload) : "");
    case CULPRIT_EVENT_BLOCK:
      return event.what & CULPRIT_BLOCK_INITIAL
                 ? ""
                 : fmt::format("block {} {}", event.payload.size(), event.line);
    case CULPRIT_EVENT_FILL:
      return fmt::format("fill {} {}", event.what, event.size);
    case CULPRIT_EVENT_ALLOCATE:
      return event.what == CULPRIT_MEMORY_STATIC || event.what == CULPRIT_MEMORY_MAPPED
                 ? ""
                 : fmt::format("allocate {} {}", event.what,
                               event.what == CULPRIT_MEMORY_HEAP ? event.size : 0);
    case CULPRIT_EVENT_FREE:
      return event.what == CULPRIT_MEMORY_HEAP ? "free" : "";
    case CULPRIT_EVENT_OUTPUT:
      return fmt::format("output {} {}", event.what, hex(event.payload));
    case CULPRIT_EVENT_UNWIND:
      return fmt::format("unwind {} {}", event.what, event.count);
    case CULPRIT_EVENT_EXTENDED:
      return is_unshaped(event.what) ? "" : fmt::format("extended {}", event.what);
  }
  return "";
}

/// From the first call on: before it, a program says how large it is.
std::vector<std::string> shapes(const trace::Trace& trace, StreamId stream) {
  std::vector<std::string> shapes;
  for (trace::Cursor cursor = trace.events(stream); cursor.next();) {
    std::string shape = shape_of(trace, cursor.event());
    if (!shape.empty() && (!shapes.empty() || shape.starts_with("enter"))) shapes.push_back(std::move(shape));
  }
  return shapes;
}

/// How much each call read that it had not written, outside of its own frames.
std::vector<std::string> reads(const trace::Trace& trace, StreamId stream) {
  std::vector<std::string> reads;
  for (const test::CallReads& call : test::reads_of_calls(trace, stream))
    reads.push_back(fmt::format("{} bytes read by {}", call.filtered.size(),
                                trace.tables().functions.at(call.function).name));
  return reads;
}

/// Empty if they are alike.
std::string first_difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string one = i < a.size() ? a[i] : "the end", other = i < b.size() ? b[i] : "the end";
    if (one != other) return fmt::format("record {}: {}, and with mutants {}", i, one, other);
  }
  return {};
}

Result<trace::Trace> trace_of(const Recipe& recipe) {
  auto program = Program::build(recipe);
  if (!program) return tl::unexpected(program.error());
  if (const auto ended = program->run({}, "shape.trace"); !ended) return tl::unexpected(ended.error());
  return trace::Trace::open(recipe.folder + "/shape.trace");
}

}  // namespace

Result<std::string> shape_difference(const Recipe& recipe) {
  Recipe plain = recipe;
  plain.with_mutants = false;
  plain.folder += ".plain";
  const auto trace = trace_of(plain), mutated = trace_of(recipe);
  if (!trace) return tl::unexpected(trace.error());
  if (!mutated) return tl::unexpected(mutated.error());
  if (trace->streams().size() != mutated->streams().size()) return "the number of threads";
  for (const trace::StreamInfo& stream : trace->streams())
    for (const auto& part : {shapes, reads}) {
      const std::string difference = first_difference(part(*trace, stream.id), part(*mutated, stream.id));
      if (!difference.empty()) return fmt::format("thread {}, {}", stream.id.value(), difference);
    }
  return std::string();
}

}  // namespace culprit::mutants
