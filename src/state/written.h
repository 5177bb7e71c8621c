#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/base/ids.h"
#include "src/state/index.h"
#include "src/state/index_format.h"
#include "src/state/touched.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// The bytes that a stretch of the run wrote: granules, ascending, and long fills.
struct WrittenBytes {
  std::vector<WrittenRow> granules;
  std::vector<WrittenFill> fills;
};

/// What nodes did to memory, and what of it they used.
struct Footprint {
  WrittenBytes written;
  std::vector<WrittenRow> read;  ///< before they had written or made it themselves, by granule
  /// Some of what was read may have been written by another of the node's own threads before.
  bool is_too_much = false;
  bool is_cut = false;  ///< more was read than stands there
};

/// What nodes wrote and read. Trace, tree and index must outlive it.
class Written {
 public:
  Written(const trace::Trace& trace, const tree::Tree& tree, const Index& index)
      : trace_(trace), tree_(tree), index_(index) {}

  /// What the subtrees of the siblings from `first` to `last` wrote and read, threads that they started included, and what lies
  /// between them. Of a pass of a loop, what was read has in it all that its call read or wrote since the loop began: reads that
  /// tell nothing new since then are not recorded. O(log read in two partial leaves, and rows of the leaves and longer parts between).
  Footprint of(NodeId first, NodeId last) const;
  /// The same of the passes of a loop from `pass` to before `next`, which is one of those behind it.
  Footprint of_passes(NodeId pass, NodeId next) const;
  /// What all other threads than those of the rows [first, end) wrote between two moments. Nothing if there is one thread.
  WrittenBytes by_others(NodeId first, NodeId end, Moment from, Moment to) const;

 private:
  /// A stretch of a stream's log, and what is known of it.
  struct Part {
    std::size_t stream;
    std::uint64_t from;
    std::uint64_t to;
    unsigned level;  ///< 0: no longer than a leaf
    Stretch bytes;
  };
  /// The parts of one stream, in order.
  struct Parts {
    std::vector<Part> parts;
    std::vector<StretchRows>
        scanned;  ///< those that are in no leaf; moving them leaves their rows where they are
    std::vector<WrittenFill> fills;
    RowLists written() const;
    std::vector<Stretch> stretches() const;
  };
  struct FirstTimes;

  /// Rows of the tree, and when they ran.
  struct Span {
    NodeId first;
    NodeId end;
    Moment from;
    Moment to;
  };
  Footprint in(const Span& span) const;
  bool is_started_in(std::size_t stream, NodeId first, NodeId end) const;
  /// One builder serves a whole question, so that long reads in many streams cost no more than in one.
  Parts parts_of(std::size_t stream, std::uint64_t from, std::uint64_t to, StretchBuilder& builder) const;
  Part indexed(std::size_t stream, unsigned level, std::uint64_t number) const;
  StretchRows scan(std::size_t stream, std::uint64_t from, std::uint64_t to, StretchBuilder& builder) const;
  static WrittenBytes written_in(const std::vector<Parts>& streams);
  void leave_out_own(const std::vector<Parts>& streams, std::vector<StretchRows>& own,
                     Footprint& footprint) const;
  void add_earlier_passes(NodeId pass, Footprint& footprint) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
};

}  // namespace culprit::state
