#pragma once

#include <cstdint>
#include <span>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/tree/tree.h"

namespace culprit::transform {

enum class Made : std::uint8_t {
  kNo,         ///< a node of the original
  kCollapsed,  ///< a run of leaf calls of one function; its parts are hidden until it is opened
  kProjected,  ///< a run of siblings under a node of their own
};

/// A tree that transformations made from another (the original), and what its nodes are there.
///
/// The tree has the original's functions, with the same ids, and behind them one of kind kRun, which projected nodes have;
/// a collapsed node has the function of its parts. The parts of a made node are its children, in call order. A made node's
/// moments are the enter of its first part and the leave of its last. There are no labels: ask the original.
///
/// Children of collapsed nodes are hidden: they have weight 0 and are not asked, until their node is opened.
struct Reshaped {
  tree::Tree tree;
  Column<std::uint32_t>
      origin;  ///< node -> node of the original; of a made node the first of its run. Never falls
  Column<std::uint32_t> made;  ///< the made nodes, ascending
  Column<std::uint8_t> kinds;  ///< enum Made of each of them

  /// O(log made).
  Made made_as(NodeId n) const;
  bool is_made(NodeId n) const { return made_as(n) != Made::kNo; }
  NodeId origin_of(NodeId n) const { return NodeId{origin[n.value()]}; }
  /// The last node of a made node's run that is no made node; any other node itself.
  NodeId last_part(NodeId n) const;
  /// Hidden nodes, ascending: the parts of all collapsed nodes.
  Column<std::uint32_t> hidden() const;
  /// The node that stands for a node of the original: itself if it is still there, else the nearest one above that is.
  /// O(log n), plus what it takes to climb there.
  NodeId node_of(const tree::Tree& original, NodeId node) const;
};

/// Without the hidden nodes: what strategies see before anything is opened. Made nodes that lose their parts stay made.
Reshaped visible(const Reshaped& from);

/// The tree as it is: every node stands for itself. Copies the columns.
Reshaped unchanged(const tree::Tree& tree);

}  // namespace culprit::transform
