#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/state/index.h"
#include "src/state/index_format.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Collects which bytes each stretch of the log writes (of what is allocated or freed the first one counts as well), while it is read in order: leaves of 1 MiB of a stream's log, and
/// blocks of 64 leaves. What a block writes is the union of what its leaves do, so that what any subtree wrote is found by two
/// partial leaves and a few unions, however large it is.
class WrittenBuilder {
 public:
  /// Precondition: streams are begun in the order of their rows.
  void begin_stream();
  void write(std::uint64_t position, Address address, std::uint64_t size);
  /// A fill that is too long to be cut into granules.
  void fill(std::uint64_t position, Address address, std::uint64_t size);
  /// After the last stream.
  void finish();

  const Column<WrittenRow>& leaf_rows() const { return leaf_rows_; }
  const Column<WrittenRow>& block_rows() const { return block_rows_; }
  const std::vector<std::uint64_t>& leaf_starts() const { return leaf_starts_; }
  const std::vector<std::uint64_t>& block_starts() const { return block_starts_; }
  const std::vector<std::uint64_t>& stream_leaves() const { return stream_leaves_; }
  const std::vector<std::uint64_t>& stream_blocks() const { return stream_blocks_; }
  const std::vector<WrittenFill>& fills() const { return fills_; }

 private:
  void end_leaf();
  void end_block();
  void end_stream();

  std::unordered_map<std::uint64_t, std::uint64_t> leaf_;  ///< granule -> mask
  std::uint64_t last_granule_ = ~std::uint64_t{0};
  std::uint64_t* last_mask_ = nullptr;
  std::uint64_t leaves_ = 0;     ///< of the stream, ended
  std::size_t block_begin_ = 0;  ///< row of leaf_starts_ with which the block begins
  bool is_open_ = false;
  Column<WrittenRow> leaf_rows_;
  Column<WrittenRow> block_rows_;
  std::vector<std::uint64_t> leaf_starts_;
  std::vector<std::uint64_t> block_starts_;
  std::vector<std::uint64_t> stream_leaves_;
  std::vector<std::uint64_t> stream_blocks_;
  std::vector<WrittenFill> fills_;
};

/// The bytes that a stretch of the run wrote: granules, ascending, and long fills.
struct WrittenBytes {
  std::vector<WrittenRow> granules;
  std::vector<WrittenFill> fills;
};

/// What either wrote, by granule.
std::vector<WrittenRow> united(std::span<const WrittenRow> a, std::span<const WrittenRow> b);

/// What nodes wrote. Trace, tree and index must outlive it.
class Written {
 public:
  Written(const trace::Trace& trace, const tree::Tree& tree, const Index& index)
      : trace_(trace), tree_(tree), index_(index) {}

  /// What the subtrees of the siblings from `first` to `last` wrote, threads that they started included, and what lies between
  /// them.
  /// O(log read in two partial leaves, and rows of the leaves and blocks between).
  WrittenBytes of(NodeId first, NodeId last) const;
  /// What all other threads wrote between two moments. Nothing if there is one thread.
  WrittenBytes by_others(NodeId first, NodeId last, Moment from, Moment to) const;

 private:
  bool is_started_in(std::size_t stream, NodeId first, NodeId last) const;
  static void collect(std::vector<std::span<const WrittenRow>> lists,
                      const std::vector<std::vector<WrittenRow>>& scanned, WrittenBytes& result);
  void add(std::size_t stream, std::uint64_t from, std::uint64_t to,
           std::vector<std::span<const WrittenRow>>& lists, std::vector<std::vector<WrittenRow>>& scanned,
           std::vector<WrittenFill>& fills) const;
  std::vector<WrittenRow> scan(std::size_t stream, std::uint64_t from, std::uint64_t to) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
};

}  // namespace culprit::state
