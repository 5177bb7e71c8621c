#include "tests/support/reads_of_calls.h"

#include <cstring>

#include "tests/support/recorded_event.h"

namespace culprit::test {
namespace {

/// A call that is under way: what it has written so far is not read from outside.
struct Open {
  std::size_t call = 0;
  std::set<std::uint64_t> written;
  std::set<std::uint64_t> loaded;  ///< as reported, by the call itself, before it wrote them
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

void add_report(const std::vector<CallReads>& calls, Open& open, const RecordedEvent& event) {
  std::uint64_t report = 0;
  std::memcpy(&report, event.payload.data(), sizeof report);
  const std::uint64_t address = report & ((std::uint64_t{1} << 56) - 1);
  for (std::uint64_t byte = address; byte < address + (report >> 56); ++byte)
    if (!open.written.contains(byte) && calls[open.call].frame - byte > kStack) open.loaded.insert(byte);
}

/// The records of what it loaded are there by now.
void leave(std::vector<CallReads>& calls, std::vector<Open>& open) {
  if (open.empty()) return;
  CallReads& call = calls[open.back().call];
  call.reported = open.back().loaded.size();
  for (const std::uint64_t byte : open.back().loaded)
    if (!call.filtered.contains(byte) && !call.all.contains(byte)) call.missed.insert(byte);
  open.pop_back();
}

}  // namespace

std::vector<CallReads> reads_of_calls(const trace::Trace& trace, StreamId stream) {
  std::vector<CallReads> calls;
  std::vector<Open> open;
  for (const RecordedEvent& event : read_events(trace, stream)) switch (event.kind) {
      case CULPRIT_EVENT_ENTER:
        open.push_back({calls.size(), {}, {}});
        calls.push_back({event.function, event.frame, {}, {}, {}, 0});
        break;
      case CULPRIT_EVENT_LEAVE:
        leave(calls, open);
        break;
      case CULPRIT_EVENT_UNWIND:
        for (std::uint32_t i = 0; i < event.count; ++i) leave(calls, open);
        break;
      case CULPRIT_EVENT_WRITE:
        if (event.address == kReportedAt) {
          if (!open.empty()) add_report(calls, open.back(), event);
          break;
        }
        [[fallthrough]];
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
  while (!open.empty()) leave(calls, open);
  return calls;
}

}  // namespace culprit::test
