#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/base/progress.h"
#include "src/trace/cursor.h"
#include "src/trace/tables.h"

namespace culprit::trace {

/// A part of a trace that could not be used, in words for a user: where, how much, why.
struct Damage {
  std::string what;
};

/// One thread's events.
struct StreamInfo {
  StreamId id;
  StreamId parent;        ///< the thread that started it, an older one; 0 if not known
  std::uint64_t end = 0;  ///< position after the last committed record in the file
};

/// What records do to memory.
enum class Stir : std::uint8_t {
  kNone,
  kSome,     ///< some write, allocate or free
  kUnknown,  ///< some are lost
};

/// A trace file, mapped. Opening reads headers and tables, and with several threads finds their order; events
/// are read by cursors, straight from the mapping. Const member functions may be called from several threads.
/// Damage never fails the opening: what is intact is there, the rest is listed in damage().
class Trace {
 public:
  static Result<Trace> open(const std::string& path, const Progress& progress = no_progress);
  Trace(Trace&&) noexcept;
  Trace& operator=(Trace&&) noexcept;
  ~Trace();

  const std::string& path() const;
  const Tables& tables() const;
  const std::vector<StreamInfo>& streams()
      const;  ///< in the order of ids; the ids of an undamaged trace are 1, 2, ...
  /// What is known to be unusable: what is missing and what is wrong in headers and tables from the start,
  /// what is wrong in a segment once a cursor entered it. Complete after a pass over all streams, or
  /// verify().
  std::vector<Damage> damage() const;
  /// Reads everything once, so that damage() is complete.
  void verify(const Progress& progress = no_progress) const;
  culprit_state state() const;
  culprit_stop_reason stop_reason() const;
  /// Of its format, without a draft's number.
  std::uint32_t version() const;
  std::uint64_t start_time() const;
  std::uint64_t file_size() const;
  /// Which run it is: of which program, in which process, begun when. The same for every copy of the trace, packed or not,
  /// however far it has got.
  std::uint64_t run_identity() const;
  /// Changes whenever the file's contents may have: what a derived file is stamped with.
  std::uint64_t fingerprint() const;

  /// All events of a stream in order; skips damaged segments (Cursor tells where).
  Cursor events(StreamId stream) const;
  /// The same from the segment on that holds a position: a few events before it may come first.
  Cursor events_from(StreamId stream, std::uint64_t position) const;
  /// One event, by its moment (from a tree column) or its rank (from the state index). Cost: O(1); with threads O(log
  /// streams) or O(log runs). Precondition: it is that of an event of this trace; at any other, what it gives means
  /// nothing.
  Event event_at(Moment moment) const;
  Event event_at(Rank rank) const;
  /// What the records behind one and before another do, up to the first that does something; kSome if there are more
  /// than `most`. Cost: O(records looked at). Precondition: one stream, and both are moments of its events.
  Stir stir_between(Moment from, Moment to, std::uint32_t most) const;
  /// Where a moment stands among those of all streams, by sequence numbers; with one stream, its position. kNoRank for
  /// kNoMoment; 0 for a stream that is not there. Cost, here and below: O(1), O(log runs) with threads.
  Rank order(Moment moment) const;
  /// The moment of a rank. Precondition: `rank` is that of an event.
  Moment moment_at(Rank rank) const;
  /// The first position of a stream, given by its row in streams(), that has this rank or a higher one; past all of
  /// them if none has.
  std::uint64_t position_from(std::size_t row, Rank rank) const;
  /// The first moment of another stream that is certain to come after that of an event, whatever the threads were doing
  /// between their sequence numbers; kNoMoment if none is.
  Moment settled_after(Moment moment, StreamId stream) const;
  /// Drops the pages that a finished sequential pass left resident.
  void release_pages() const;

 private:
  struct Impl;
  explicit Trace(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace culprit::trace
