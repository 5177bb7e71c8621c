#include "tests/mutants/machine/start_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace culprit::mutants {
namespace {

using trace::Event;

bool is_sequence(const Event& event) {
  return event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_SEQUENCE;
}

bool same(const Event& a, const Event& b) {
  if (a.kind != b.kind || a.what != b.what || a.position != b.position) return false;
  if (is_sequence(a)) return true;
  return a.line == b.line && a.function == b.function && a.count == b.count && a.type == b.type &&
         a.address == b.address && a.size == b.size && std::ranges::equal(a.payload, b.payload);
}

std::string in_words(const Event& event) {
  std::uint64_t first = 0;
  std::memcpy(&first, event.payload.data(), std::min(event.payload.size(), sizeof first));
  return fmt::format("a record of kind {} at {}: line {}, address {:#x}, {:#x}…",
                     static_cast<int>(event.kind), event.position, event.line, event.address, first);
}

}  // namespace

std::string start_difference(const trace::Trace& trace, const tree::Tree& tree, NodeId a,
                             const trace::Trace& other_trace, const tree::Tree& other_tree, NodeId b) {
  const Moment start = tree.enter(a);
  if (start != other_tree.enter(b)) return "it begins elsewhere";
  for (const trace::StreamInfo& stream : trace.streams()) {
    const bool is_own = stream.id == start.stream();
    const bool is_in_other =
        std::ranges::count(other_trace.streams(), stream.id, &trace::StreamInfo::id) != 0;
    trace::Cursor one = trace.events(stream.id),
                  other = other_trace.events(is_in_other ? stream.id : start.stream());
    while (one.next()) {
      const Moment now(stream.id, one.event().position);
      if (is_own ? now.position() > start.position() : trace.order(now) >= trace.order(start)) break;
      if (!is_in_other || !other.next() || !same(one.event(), other.event()))
        return fmt::format("thread {}, {}, and with the right code {}", stream.id.value(),
                           in_words(one.event()), is_in_other ? in_words(other.event()) : "none");
    }
  }
  return {};
}

}  // namespace culprit::mutants
