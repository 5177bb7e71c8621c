#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "recorders/runtime/culprit_runtime.h"
#include "src/trace/trace.h"

namespace culprit::test {

/// An event as a recorder means it, free of how it is encoded: a short and a long form of the same are equal,
/// frames and addresses are absolute, the pieces of a split block are one. What is written and what is read
/// compare as these.
struct RecordedEvent {
  culprit_event kind = CULPRIT_EVENT_LEAVE;
  std::uint8_t what = 0;
  std::uint32_t function = 0;
  std::uint32_t line = 0;
  bool line_absolute = false;
  std::uint32_t count = 0;
  std::uint32_t type = 0;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint64_t frame = 0;
  std::string payload = {};
  std::string more = {};

  bool operator==(const RecordedEvent&) const = default;
};
std::ostream& operator<<(std::ostream& out, const RecordedEvent& event);

/// Keeps the frames of a stream's open calls, as a recorded program does on its own stack.
class EventRecorder {
 public:
  explicit EventRecorder(culprit_stream* stream) : stream_(stream) {}
  void record(const RecordedEvent& event);
  culprit_stream* stream() const { return stream_; }

 private:
  void record_extended(const RecordedEvent& event);
  void record_plain(const RecordedEvent& event, std::uint32_t line);
  std::uint64_t pop(std::uint32_t calls);

  culprit_stream* stream_;
  std::vector<std::uint64_t> frames_;
};

/// Turns what a cursor gives into RecordedEvents, in order.
class EventReader {
 public:
  explicit EventReader(trace::Cursor cursor) : cursor_(cursor) {}
  bool next();
  const RecordedEvent& event() const { return event_; }
  const trace::Cursor& cursor() const { return cursor_; }

 private:
  trace::Cursor cursor_;
  RecordedEvent event_;
  std::vector<std::uint64_t> frames_;
};

/// Joins pieces of blocks and of output that follow each other.
std::vector<RecordedEvent> joined(const std::vector<RecordedEvent>& events);
/// All events of a stream but those that begin and end it; not joined.
std::vector<RecordedEvent> read_events(const trace::Trace& trace, StreamId stream);

}  // namespace culprit::test
