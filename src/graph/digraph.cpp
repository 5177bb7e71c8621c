#include "src/graph/digraph.h"

#include <algorithm>

#include "src/base/check.h"

namespace culprit::graph {

Digraph::Digraph(std::uint32_t vertices, Vertex initial, std::vector<Arc> arcs)
    : vertices_(vertices), initial_(initial), arcs_(std::move(arcs)) {
  CULPRIT_CHECK(initial < vertices);
  std::ranges::sort(arcs_);
  const auto repeated = std::ranges::unique(arcs_);
  arcs_.erase(repeated.begin(), repeated.end());
  for (const ArcKind kind : {ArcKind::kCall, ArcKind::kParameter})
    for (const Way way : {Way::kForward, Way::kBackward}) fill(kind, way);
}

void Digraph::fill(ArcKind kind, Way way) {
  Rows& rows = rows_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(way)];
  const bool is_forward = way == Way::kForward;
  rows.first.assign(vertices_ + 1, 0);
  for (const Arc& arc : arcs_)
    if (arc.kind == kind) ++rows.first[(is_forward ? arc.from : arc.to) + 1];
  for (std::uint32_t v = 0; v < vertices_; ++v) rows.first[v + 1] += rows.first[v];
  rows.ends.resize(rows.first.back());
  std::vector<std::uint32_t> next(rows.first.begin(), rows.first.end() - 1);
  for (const Arc& arc : arcs_)
    if (arc.kind == kind) rows.ends[next[is_forward ? arc.from : arc.to]++] = is_forward ? arc.to : arc.from;
}

VertexSet reach(const Digraph& graph, std::span<const Vertex> from, Along along, Way way,
                const VertexSet& blocked) {
  VertexSet reached(graph.size());
  std::vector<Vertex> open;
  const auto enter = [&](Vertex v) {
    if (reached[v] || (!blocked.empty() && blocked[v])) return;
    reached[v] = true;
    open.push_back(v);
  };
  for (const Vertex v : from) enter(v);
  while (!open.empty()) {
    const Vertex v = open.back();
    open.pop_back();
    if (along != Along::kParameters)
      for (const Vertex next : graph.neighbours(v, ArcKind::kCall, way)) enter(next);
    if (along != Along::kCalls)
      for (const Vertex next : graph.neighbours(v, ArcKind::kParameter, way)) enter(next);
  }
  return reached;
}

VertexSet predecessors(const Digraph& graph, Vertex v, Along along) {
  return reach(graph, {&v, 1}, along, Way::kBackward);
}

VertexSet successors(const Digraph& graph, Vertex v, Along along) {
  return reach(graph, {&v, 1}, along, Way::kForward);
}

VertexSet subordinates(const Digraph& graph, Vertex v, Along along) {
  VertexSet blocked(graph.size());
  blocked[v] = true;
  const Vertex initial = graph.initial();
  const VertexSet others = reach(graph, {&initial, 1}, along, Way::kForward, blocked);
  VertexSet result = successors(graph, v, along);
  for (Vertex w = 0; w < graph.size(); ++w)
    if (others[w]) result[w] = false;
  return result;
}

std::uint32_t count(const VertexSet& set) {
  return static_cast<std::uint32_t>(std::ranges::count(set, true));
}

Subgraph induced(const Digraph& graph, const VertexSet& set, Vertex initial) {
  CULPRIT_CHECK(set[initial]);
  Subgraph part;
  std::vector<Vertex> renamed(graph.size(), kNoVertex);
  for (Vertex v = 0; v < graph.size(); ++v) {
    if (!set[v]) continue;
    renamed[v] = static_cast<Vertex>(part.vertices.size());
    part.vertices.push_back(v);
  }
  std::vector<Arc> arcs;
  for (const Arc& arc : graph.arcs())
    if (set[arc.from] && set[arc.to]) arcs.push_back({arc.kind, renamed[arc.from], renamed[arc.to]});
  part.graph = Digraph(static_cast<std::uint32_t>(part.vertices.size()), renamed[initial], std::move(arcs));
  return part;
}

}  // namespace culprit::graph
