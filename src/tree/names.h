#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "src/base/ids.h"

namespace culprit::tree {

/// Rows [first, last) of a tree.
struct RowRange {
  NodeId first;
  NodeId last;
  constexpr auto operator<=>(const RowRange&) const = default;
  bool is_empty() const { return last <= first; }
};

/// What the nodes of a tree are called, both ways. Rows are in preorder and change while a trace grows; names do not.
/// Every node has one name, and no two have the same; not every name has a node.
///
/// Within a stream rows and ordinals ascend together. Only threads that it started, which are read where it did so, and
/// lost events come between them: so a few pieces of equal distance say it all, 16 bytes each.
class Names {
 public:
  /// Precondition: a node of the tree. Cost: O(log pieces).
  NodeRef ref(NodeId n) const;
  /// kNoNode if no node is called so. Cost: O(log pieces).
  NodeId node(NodeRef ref) const;

  /// A thread's nodes and those of all threads that were read within it: whole subtrees that are siblings.
  struct Extent {
    StreamId stream;
    RowRange rows;  ///< not empty
  };
  std::span<const Extent> extents() const { return extents_; }  ///< by stream; those with nodes only
  /// The thread's; an empty one if it has no nodes. Cost: O(log streams).
  RowRange extent(StreamId stream) const;
  /// The first node of a stream for which `is_past` holds, which then holds for all behind it in the stream; kNoNode if
  /// there is none. Cost: O(log nodes) calls.
  template <class Predicate>
  NodeId first(StreamId stream, Predicate is_past) const;

  std::size_t pieces() const { return pieces_.size(); }

 private:
  friend class NamesBuilder;
  /// Names of rows from `row` to the next piece.
  struct Piece {
    std::uint32_t row;
    NodeRef ref;
  };
  std::uint32_t end(std::uint32_t piece) const {
    return piece + 1 < pieces_.size() ? pieces_[piece + 1].row : rows_;
  }
  /// Of by_ref_.
  std::span<const std::uint32_t> pieces_of(StreamId stream) const;

  std::vector<Piece> pieces_;          ///< by row
  std::vector<std::uint32_t> by_ref_;  ///< the same by name: rows of pieces_
  std::vector<Extent> extents_;
  std::uint32_t rows_ = 0;
};

/// Names nodes while a tree is read. Streams nest: one is read where another started it.
class NamesBuilder {
 public:
  /// Row `row` and those behind it are of this stream, from its first node on. Precondition: a new stream.
  void begin(StreamId stream, std::uint32_t row);
  /// The innermost stream is over; `row` goes on with the one around it, if any.
  void end(std::uint32_t row);
  /// The innermost stream has more nodes than were read: row `row` has this ordinal. Precondition: not below the one
  /// that it would have.
  void skip(std::uint32_t row, std::uint64_t ordinal);
  /// The ordinal of row `row`, which is not yet read, in the innermost stream.
  std::uint64_t next(std::uint32_t row) const { return open_.back().ordinal + (row - piece_row_); }
  /// Whether names have run out. They are then not unique.
  bool is_full() const { return is_full_; }
  /// Names of so many rows, in one stream if there was none; with a common root, all are a row further.
  Names finish(std::uint32_t rows, bool has_common_root);

 private:
  struct Open {
    StreamId stream;
    std::uint64_t ordinal;  ///< of its next node, where the current piece began
    std::uint32_t first_row;
  };
  void close_piece(std::uint32_t row);
  void open_piece(std::uint32_t row);

  Names names_;
  std::vector<Open> open_;
  std::uint32_t piece_row_ = 0;
  bool is_full_ = false;
};

template <class Predicate>
NodeId Names::first(StreamId stream, Predicate is_past) const {
  const std::span<const std::uint32_t> rows = pieces_of(stream);
  // The last piece that does not begin past the point, and the one behind it.
  const auto next = std::partition_point(
      rows.begin(), rows.end(), [&](std::uint32_t piece) { return !is_past(NodeId{pieces_[piece].row}); });
  if (next != rows.begin()) {
    const std::uint32_t last = end(*(next - 1));
    std::uint32_t low = pieces_[*(next - 1)].row + 1;
    for (std::uint32_t high = last; low < high;) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (is_past(NodeId{middle})) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < last) return NodeId{low};
  }
  return next == rows.end() ? kNoNode : NodeId{pieces_[*next].row};
}

}  // namespace culprit::tree
