#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/state/index.h"
#include "src/state/index_format.h"
#include "src/state/touched.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Rows of parts that follow each other, and where each part's begin.
template <class Row>
struct PartedRows {
  Column<Row> rows;
  std::vector<std::uint64_t> starts;

  void begin_part() { starts.push_back(rows.size()); }
  void add(std::span<const Row> part) {
    begin_part();
    for (const Row& row : part) rows.push_back(row);
  }
  std::span<const Row> part(std::size_t i) const {
    const std::uint64_t end = i + 1 < starts.size() ? starts[i + 1] : rows.size();
    return {rows.data() + starts[i], end - starts[i]};
  }
};

/// Parts of a log: of each what it wrote, read before, and made (Stretch).
struct PartedStretches {
  PartedRows<WrittenRow> written;
  PartedRows<WrittenRow> read;
  PartedRows<MadeRow> made;

  std::size_t size() const { return written.starts.size(); }
  void add(const Stretch& stretch) {
    written.add(stretch.written);
    read.add(stretch.read);
    made.add(stretch.made);
  }
  Stretch part(std::size_t i) const { return {written.part(i), read.part(i), made.part(i)}; }
  /// The row behind the last part.
  void finish() {
    written.begin_part();
    read.begin_part();
    made.begin_part();
  }
};

/// Collects which bytes each stretch of the log writes, reads before and makes, while it is read in order: leaves of 1 MiB of a
/// stream's log, and blocks of 64 leaves. What a block did follows from what its leaves did, so that the footprint of any subtree is
/// found by two partial leaves and a few lists, however large it is.
class WrittenBuilder {
 public:
  /// Precondition: streams are begun in the order of their rows.
  void begin_stream();
  void take(const trace::Event& event);
  /// After the last stream.
  void finish();

  const PartedStretches& leaves() const { return leaves_; }
  const PartedStretches& blocks() const { return blocks_; }
  const std::vector<std::uint64_t>& stream_leaves() const { return stream_leaves_; }
  const std::vector<std::uint64_t>& stream_blocks() const { return stream_blocks_; }
  /// Too long to be cut into granules.
  const std::vector<WrittenFill>& fills() const { return fills_; }

 private:
  void end_leaf();
  void end_block();
  void end_stream();

  StretchBuilder leaf_;
  std::uint64_t ended_ = 0;      ///< leaves of the stream
  std::size_t block_begin_ = 0;  ///< the leaf with which the block begins
  bool is_open_ = false;
  PartedStretches leaves_;
  PartedStretches blocks_;
  std::vector<std::uint64_t> stream_leaves_;
  std::vector<std::uint64_t> stream_blocks_;
  std::vector<WrittenFill> fills_;
};

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
};

/// What nodes wrote and read. Trace, tree and index must outlive it.
class Written {
 public:
  Written(const trace::Trace& trace, const tree::Tree& tree, const Index& index)
      : trace_(trace), tree_(tree), index_(index) {}

  /// What the subtrees of the siblings from `first` to `last` wrote and read, threads that they started included, and what lies
  /// between them. Of a pass of a loop, what was read has in it all that its call read or wrote since the loop began: reads that
  /// tell nothing new since then are not recorded. O(log read in two partial leaves, and rows of the leaves and blocks between).
  Footprint of(NodeId first, NodeId last) const;
  /// What all other threads wrote between two moments. Nothing if there is one thread.
  WrittenBytes by_others(NodeId first, NodeId last, Moment from, Moment to) const;

 private:
  /// A stretch of a stream's log, and what is known of it.
  struct Part {
    std::size_t stream;
    std::uint64_t from;
    std::uint64_t to;
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
    std::vector<MadeRow> made() const;
  };
  struct FirstTimes;

  bool is_started_in(std::size_t stream, NodeId first, NodeId last) const;
  Parts parts_of(std::size_t stream, std::uint64_t from, std::uint64_t to) const;
  StretchRows scan(std::size_t stream, std::uint64_t from, std::uint64_t to) const;
  static WrittenBytes written_in(const std::vector<Parts>& streams);
  void read_in(const std::vector<Parts>& streams, Footprint& footprint) const;
  void add_earlier_passes(NodeId pass, std::vector<WrittenRow>& read) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
};

}  // namespace culprit::state
