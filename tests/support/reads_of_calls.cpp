#include "tests/support/reads_of_calls.h"

#include "tests/support/recorded_event.h"

namespace culprit::test {
namespace {

/// A call that is under way: what it has written so far is not read from outside.
struct Open {
  std::size_t call = 0;
  std::set<std::uint64_t> written;
};

/// Frames are below the call's own; a stack is at most this large.
constexpr std::uint64_t kStack = 8 << 20;

void add_read(std::vector<CallReads>& calls, const std::vector<Open>& open, const RecordedEvent& event) {
  const bool is_checked = event.what == CULPRIT_EXTENDED_READ_VALUE;
  for (const Open& one : open) {
    CallReads& call = calls[one.call];
    for (std::uint64_t byte = event.address; byte < event.address + event.size; ++byte)
      if (!one.written.contains(byte) && call.frame - byte > kStack)
        (is_checked ? call.all : call.filtered).insert(byte);
  }
}

}  // namespace

std::vector<CallReads> reads_of_calls(const trace::Trace& trace, StreamId stream) {
  std::vector<CallReads> calls;
  std::vector<Open> open;
  for (const RecordedEvent& event : read_events(trace, stream)) switch (event.kind) {
      case CULPRIT_EVENT_ENTER:
        open.push_back({calls.size(), {}});
        calls.push_back({event.function, event.frame, {}, {}});
        break;
      case CULPRIT_EVENT_LEAVE:
        if (!open.empty()) open.pop_back();
        break;
      case CULPRIT_EVENT_UNWIND:
        for (std::uint32_t i = 0; i < event.count && !open.empty(); ++i) open.pop_back();
        break;
      case CULPRIT_EVENT_WRITE:
      case CULPRIT_EVENT_BLOCK:
      case CULPRIT_EVENT_FILL:
      case CULPRIT_EVENT_ALLOCATE:
        for (Open& one : open)
          for (std::uint64_t i = 0; i < event.size; ++i) one.written.insert(event.address + i);
        break;
      case CULPRIT_EVENT_EXTENDED:
        if (event.what == CULPRIT_EXTENDED_READ_BLOCK || event.what == CULPRIT_EXTENDED_READ_VALUE)
          add_read(calls, open, event);
        break;
      default:
        break;
    }
  return calls;
}

}  // namespace culprit::test
