#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace culprit::graph {

/// A node of a digraph, by number. What it stands for (a function, an instance value) is its owner's to know.
using Vertex = std::uint32_t;
inline constexpr Vertex kNoVertex = std::numeric_limits<Vertex>::max();
/// Members by vertex.
using VertexSet = std::vector<bool>;

/// A call arc leads from a function to one whose result it uses, a parameter arc from a function to one that gets its
/// result as (a part of) a parameter.
enum class ArcKind : std::uint8_t { kCall, kParameter };
/// Which arcs a way may take.
enum class Along : std::uint8_t { kCalls, kParameters, kBoth };
enum class Way : std::uint8_t { kForward, kBackward };

struct Arc {
  ArcKind kind;
  Vertex from;
  Vertex to;
  auto operator<=>(const Arc&) const = default;
};

/// A directed graph with an initial node and two kinds of arcs. Immutable; neighbours in ascending order, each once.
class Digraph {
 public:
  Digraph() = default;
  /// O(arcs log arcs). Precondition: the ends of arcs are < vertices.
  Digraph(std::uint32_t vertices, Vertex initial, std::vector<Arc> arcs);

  std::uint32_t size() const { return vertices_; }
  Vertex initial() const { return initial_; }
  /// All arcs, calls first, by their beginnings.
  const std::vector<Arc>& arcs() const { return arcs_; }
  std::span<const Vertex> neighbours(Vertex v, ArcKind kind, Way way) const {
    const Rows& rows = rows_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(way)];
    return {rows.ends.data() + rows.first[v], rows.ends.data() + rows.first[v + 1]};
  }
  std::span<const Vertex> calls(Vertex v) const { return neighbours(v, ArcKind::kCall, Way::kForward); }
  std::span<const Vertex> callers(Vertex v) const { return neighbours(v, ArcKind::kCall, Way::kBackward); }

 private:
  struct Rows {
    std::vector<std::uint32_t> first;  ///< a row a vertex, and one more
    std::vector<Vertex> ends;
  };
  void fill(ArcKind kind, Way way);

  std::uint32_t vertices_ = 0;
  Vertex initial_ = 0;
  std::vector<Arc> arcs_;
  Rows rows_[2][2];
};

/// What can be reached from `from`, itself included, without entering a blocked vertex. O(vertices + arcs); `blocked` may
/// be empty.
VertexSet reach(const Digraph& graph, std::span<const Vertex> from, Along along, Way way,
                const VertexSet& blocked = {});

/// The nodes from which v can be reached, and v.
VertexSet predecessors(const Digraph& graph, Vertex v, Along along);
/// The nodes that can be reached from v, and v. (N. Takahashi and S. Ono, "Strategic Bug Location Method for Functional
/// Programs", define it so in section 2.2 and say the opposite in the example that follows.)
VertexSet successors(const Digraph& graph, Vertex v, Along along);
/// The successors of v that cannot be reached from the initial node without passing v.
VertexSet subordinates(const Digraph& graph, Vertex v, Along along);

std::uint32_t count(const VertexSet& set);

/// A part of a graph with the arcs inside it.
struct Subgraph {
  Digraph graph;
  std::vector<Vertex> vertices;  ///< what each of its vertices was in the whole
};
/// Precondition: the set has the initial node.
Subgraph induced(const Digraph& graph, const VertexSet& set, Vertex initial);

}  // namespace culprit::graph
