#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/base/shared_column.h"
#include "src/tree/search_tree.h"
#include "src/tree/tree.h"

namespace culprit::transform {

enum class Made : std::uint8_t {
  kNo,         ///< a node of the subject
  kCollapsed,  ///< a chain of leaf calls of one function; its parts are hidden until it is opened
  kProjected,  ///< a chain of siblings under a node of their own, which can never be at fault
};

/// A tree that transformations made from a subject's, and what its rows are there. Nothing else converts between the two
/// kinds of rows. Copies share all columns.
///
/// The parts of a made row (a chain) are its children, in call order. Children of collapsed rows are hidden: they have no
/// weight and are not asked until their chain is opened.
struct Reshaped {
  tree::SearchTree tree;
  SharedColumn<std::uint32_t> made;  ///< the made rows, ascending
  SharedColumn<std::uint8_t> kinds;  ///< enum Made of each of them

  /// O(log made).
  Made made_as(SearchId n) const;
  bool is_made(SearchId n) const { return !made.empty() && made_as(n) != Made::kNo; }
  /// The node that a row stands for; of a made one the first call of its chain.
  NodeId origin_of(SearchId n) const { return tree.origin(n); }
  /// The same for the last call of its chain; any other row stands for one node.
  NodeId last_of(SearchId n) const { return tree.origin(last_part(n)); }
  /// The last row of a chain that is not made; any other row itself. O(depth of made rows).
  SearchId last_part(SearchId n) const;
  /// Hidden rows, ascending: the parts of all collapsed ones.
  Column<std::uint32_t> hidden() const;
  /// The projected ones, ascending: they can be asked, and are never to blame.
  std::vector<SearchId> projected() const;

  /// The row that stands for the node itself, or kNoSearchId if a transformation took it out. O(log n).
  SearchId find(NodeId node) const;
  /// The made row of a chain, by its first and last call; kNoSearchId if there is none (any more).
  SearchId find(NodeId first, NodeId last) const;
  /// The row that stands for a node: its own, or else that of the nearest node above that has one. O(log n), plus what it takes
  /// to climb there.
  SearchId nearest(const tree::Tree& subject, NodeId node) const;
  /// The rows that stand for nodes of a range of the subject, as a range. O(log n). Made rows count by their first call.
  std::pair<SearchId, SearchId> rows(NodeId first, NodeId last) const;

 private:
  /// The first row whose origin is not before the node.
  std::uint32_t first_from(NodeId node) const;
};

/// Without the hidden rows: what strategies see before anything is opened. Made rows that lose their parts stay made.
Reshaped visible(const Reshaped& from);

/// The tree as it is: every row stands for itself. O(1): the columns are shared.
Reshaped unchanged(const tree::Tree& tree);

}  // namespace culprit::transform
