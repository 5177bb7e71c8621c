#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "src/base/ids.h"
#include "src/trace/format.h"

namespace culprit::trace {

struct Tables;
struct SegmentTable;

/// One decoded event: a view into the mapping, valid while the trace is open. Which fields mean something depends on
/// `kind` (format.h).
struct Event {
  culprit_event kind = CULPRIT_EVENT_EXTENDED;
  std::uint8_t what = 0;       ///< cause, flags, memory kind, descriptor, fill byte, sub kind
  FunctionId function;         ///< enter, iteration, loop begin and end
  std::uint32_t line = 0;      ///< relative line (see format.h) or 0
  std::uint32_t count = 0;     ///< calls unwound
  TypeId type;                 ///< exception type
  Address address = 0;         ///< of writes, blocks, fills, allocations, exceptions; frame of a long enter. Of a short
                               ///< WRITE only when read in order by a cursor, not by Trace::event_at
  std::uint64_t size = 0;      ///< bytes written, allocated, or printed; frame delta (bytes) of a short enter
  std::span<const std::byte> payload;  ///< arguments, result, variables, written bytes, output, extended payload
  std::uint64_t position = 0;  ///< in its stream
};

/// Reads a stream's events in order. next() is the hot path of every pass over a trace: no allocation, no virtual call.
class Cursor {
 public:
  /// Moves to the next event; false at the end. After a damaged or missing part it goes on with the next intact segment.
  bool next();
  const Event& event() const { return event_; }
  /// True if the event is the first after a gap: open calls have to be brought to depth().
  bool after_gap() const { return after_gap_; }
  /// Open calls before the current event, as the segment header says; valid when after_gap().
  std::uint32_t depth() const { return depth_; }

 private:
  friend class Trace;
  Event event_;
  bool after_gap_ = false;
  std::uint32_t depth_ = 0;
  // ... the reader's own state
};

}  // namespace culprit::trace
