#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "src/base/ids.h"
#include "src/trace/format.h"

namespace culprit::trace {

class SegmentTable;

/// The last addresses of short records, by bit 45: two of writes, two of reads.
using Bases = std::array<Address, 4>;

/// One decoded event: a view into the mapping, valid while the trace is open. Which fields mean something
/// depends on `kind` (format.h); the others are zero. In a damaged trace a payload may be shorter or longer
/// than the tables say: check its size before reading values. An address plus a size never wraps around.
struct Event {
  culprit_event kind = CULPRIT_EVENT_EXTENDED;
  std::uint8_t what =
      0;  ///< cause, flags, memory kind, descriptor, fill byte, sub kind, exit of a loop; of a leave
          ///< whether no value was made
  bool line_absolute = false;  ///< `line` is a line of the file, not relative to the function
  std::uint32_t line = 0;      ///< relative line (see format.h) or 0
  FunctionId function;         ///< enter, iteration, loop begin and end; always a row of the table
  std::uint32_t count =
      0;  ///< calls unwound; stream of a spawn; parent of a thread start; how a process began; number of
          ///< a file, of variable arguments; what was asked; a signal
  TypeId type;  ///< exception type (unwind, throw, catch); always a row of the table
  /// Of writes, blocks, fills, allocations, reads, locks, checks, exceptions; frame of a long enter; kind of a
  /// file that was opened. Of a short WRITE or READ only
  /// when read in order by a cursor, not by Trace::event_at.
  Address address = 0;
  /// Bytes written, read, checked, allocated, consumed or printed; frame delta (bytes) of a short enter; number of a sequence;
  /// records lost; id of a process; task.
  std::uint64_t size = 0;
  /// Arguments, result, variables, written or checked bytes, output, extended payload.
  std::span<const std::byte> payload;
  /// Variable arguments of an enter, which are not known if there is no address; the name of what was asked.
  std::span<const std::byte> more;
  std::uint64_t position = 0;  ///< in its stream
};

/// Reads a stream's events in order. next() is the hot path of every pass over a trace: no allocation, no
/// virtual call. Pages that were passed are given back in big steps. Records of LINE, LOOP_EXIT, CALL_LINE,
/// VARARGS and NO_VALUE are no events: they show in the record behind them, whose position is then theirs (Prefix).
class Cursor {
 public:
  /// Moves to the next event; false at the end. After a damaged or missing part it goes on with the next
  /// intact segment.
  bool next();
  const Event& event() const { return event_; }
  /// True if the event is the first after a gap: open calls have to be brought to depth().
  bool after_gap() const { return after_gap_; }
  /// Open calls before the current event, as the segment header says; valid when after_gap().
  std::uint32_t depth() const { return depth_; }
  /// 1 + the stream's nodes before the current event, as the segment header says, which may be damaged; 0 if it does not
  /// say. Valid when after_gap().
  std::uint64_t nodes() const { return nodes_; }

 private:
  friend class Trace;
  friend class Runs;
  Cursor(const SegmentTable& table, std::size_t stream, std::uint32_t functions, std::uint32_t types);
  /// Begins with the segment that holds a position. Precondition: nothing was read yet.
  void skip_to(std::uint64_t position);
  bool enter_segment();
  void meet_bad_record();
  void release_behind(std::uint64_t offset);

  Event event_;
  bool after_gap_ = false;
  bool gap_ = false;      ///< met on the way to the next event
  bool damaged_ = false;  ///< the segment being read is
  std::uint32_t depth_ = 0;
  std::uint64_t nodes_ = 0;
  const std::byte* at_ = nullptr;
  const std::byte* begin_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t position_ = 0;  ///< of begin_
  Bases bases_{};
  std::uint32_t functions_;
  std::uint32_t types_;
  const SegmentTable* table_;
  std::size_t stream_;
  std::size_t segment_ = 0;     ///< to enter next
  std::uint64_t expected_ = 0;  ///< its number, if none is missing
  std::uint64_t released_ = 0;
};

}  // namespace culprit::trace
