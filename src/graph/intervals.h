#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/graph/digraph.h"

namespace culprit::graph {

/// The intervals of F. E. Allen and J. Cocke, "A Program Data Flow Analysis Procedure", along call arcs: maximal subgraphs
/// with one entry, the header, which all cycles inside pass. Each is given by its vertices, the header first, in the order
/// in which they were taken; the first interval is that of the initial node. Every vertex that calls reach is in exactly
/// one. Arcs from a vertex to itself do not count: that a function is recursive does not tear it from its caller's
/// interval (mergesort's does hold split and merge). O(vertices + arcs).
std::vector<std::vector<Vertex>> intervals(const Digraph& graph);

/// A graph made step by step into one node: each step makes the intervals of a graph nodes of the next. Where no interval
/// has two vertices and yet there is more than one, the graph is irreducible; then a vertex is split into one copy for
/// each vertex that calls it, and each copy falls into its caller's interval. Copies share what is inside them, so that
/// k vertices take less than k rounds, and never more room than k arcs a vertex.
class Hierarchy {
 public:
  /// A vertex of the base graph (its number), or an interval (numbers from the base graph's size on).
  using Nest = std::uint32_t;
  struct Level {
    Digraph graph;
    std::vector<Nest> nests;  ///< what each vertex stands for; copies stand for the same
    bool is_split = false;    ///< made from the one before by splitting a vertex, not by intervals
  };
  /// Vertices of `base` that calls do not reach are left out.
  explicit Hierarchy(const Digraph& base);

  /// From the base graph to a single node.
  const std::vector<Level>& levels() const { return levels_; }
  Nest top() const { return levels_.back().nests.front(); }
  bool is_interval(Nest nest) const { return nest >= base_size_; }
  /// The inside of an interval, its header first. Precondition: is_interval(nest).
  std::span<const Nest> detail(Nest nest) const { return insides_[nest - base_size_]; }

 private:
  Nest enclose(const Level& level, const std::vector<Vertex>& interval);
  Level abstracted(const Level& level, const std::vector<std::vector<Vertex>>& parts);

  std::uint32_t base_size_;
  std::vector<Level> levels_;
  std::vector<std::vector<Nest>> insides_;
};

}  // namespace culprit::graph
