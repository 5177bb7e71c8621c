#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/trace.h"

namespace culprit::state {

/// What is certain of the order of events in different threads. Sequence numbers are taken one at a time: an
/// event happened between the number before it in its stream and the one behind it, and two events whose
/// numbers overlap in this way may have happened in either order, whatever their ranks say.
class ThreadOrder {
 public:
  explicit ThreadOrder(const trace::Trace& trace) : trace_(trace) {}

  /// To be called for each SEQUENCE record, in the order of its stream.
  void add(std::uint64_t number, Moment moment) {
    changes_[moment.stream().value()].push_back({number, moment.position()});
  }

  /// An event, and between which numbers it happened.
  struct Span {
    Moment moment;
    std::uint64_t after = 0;
    std::uint64_t before = ~std::uint64_t{0};
    /// What has this rank or a higher one happened after the event; kNoRank if nothing has to.
    Rank until = kNoRank;
  };
  Span span(Moment moment) const;

  enum class Relation : std::uint8_t { kBefore, kEither, kAfter };
  /// When the event at `moment` happened, seen from the span's.
  Relation relation(Moment moment, const Span& span) const;

 private:
  struct Change {
    std::uint64_t number;
    std::uint64_t position;
  };
  const trace::Trace& trace_;
  std::unordered_map<std::uint32_t, std::vector<Change>> changes_;  ///< by stream
};

}  // namespace culprit::state
