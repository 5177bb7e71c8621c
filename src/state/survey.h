#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/base/progress.h"
#include "src/state/index_format.h"
#include "src/state/intervals.h"
#include "src/state/loop_begins.h"
#include "src/state/node_columns.h"
#include "src/state/page_table.h"
#include "src/state/written_builder.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// The first parse of a trace: counts the entries of each page and collects everything that is not an entry.
class Survey {
 public:
  Survey(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress);
  void run(const Progress& progress);

  PageTable pages;
  Column<std::uint64_t> counts;  ///< entries, a row a page id
  IntervalsBuilder allocations;
  IntervalsBuilder long_fills;
  Column<std::uint64_t> transfers;
  std::vector<FileRow> files;
  std::vector<std::uint64_t> gaps;
  std::vector<StackRow> stacks;
  StreamNodes streams;
  NodeColumns nodes;
  WrittenBuilder written;

 private:
  void read_stream(std::size_t row, const Progress& progress, std::uint64_t done, std::uint64_t total);
  void take(const trace::Event& event);
  void take_transfer(const trace::Event& event);
  Rank rank_of(const trace::Event& event) const;
  void count_pieces(Address address, std::uint64_t size);
  void enter(const trace::Event& event);
  /// Keeps place_.loops up to date; of an iteration it gives where its loop began.
  std::uint64_t follow_loops(const trace::Event& event);

  /// The nodes of the stream that is read, in order, and the next one to meet.
  struct Place {
    std::size_t row = 0;
    StreamId stream{};
    std::size_t next = 0;
    LoopBegins loops{};
  };
  std::uint32_t node_at(std::size_t i) const;
  std::size_t nodes_in_stream() const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  bool several_;
  Place place_;
};

/// A fill that is kept as a range instead of entries.
bool is_long_fill(const trace::Event& event);

}  // namespace culprit::state
