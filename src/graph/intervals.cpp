#include "src/graph/intervals.h"

#include <algorithm>
#include <unordered_set>

#include "src/base/check.h"

namespace culprit::graph {
namespace {

/// Callers other than the vertex itself.
std::uint32_t entries(const Digraph& graph, Vertex v) {
  const auto callers = graph.callers(v);
  const bool calls_itself = std::ranges::binary_search(callers, v);
  return static_cast<std::uint32_t>(callers.size()) - (calls_itself ? 1 : 0);
}

/// The base graph without what calls do not reach: that would have entries from nowhere.
Hierarchy::Level reached_part(const Digraph& base) {
  Subgraph part = induced(base, successors(base, base.initial(), Along::kCalls), base.initial());
  return {std::move(part.graph), std::move(part.vertices), false};
}

/// The vertex that costs the fewest copies; the first of equal ones. Precondition: there are two vertices.
Vertex cheapest_to_split(const Digraph& graph) {
  Vertex best = kNoVertex;
  for (Vertex v = 0; v < graph.size(); ++v) {
    if (v == graph.initial()) continue;
    if (best == kNoVertex || entries(graph, v) < entries(graph, best)) best = v;
  }
  return best;
}

Hierarchy::Level split(const Hierarchy::Level& level) {
  const Digraph& graph = level.graph;
  const Vertex chosen = cheapest_to_split(graph);
  Hierarchy::Level result{{}, level.nests, true};
  std::vector<Arc> arcs;
  for (const Arc& arc : graph.arcs())
    if (arc.from != chosen && arc.to != chosen) arcs.push_back(arc);
  Vertex copy = chosen;  // the first keeps the number
  for (const Vertex caller : graph.callers(chosen)) {
    if (caller == chosen) continue;
    arcs.push_back({ArcKind::kCall, caller, copy});
    for (const Vertex called : graph.calls(chosen))
      if (called != chosen) arcs.push_back({ArcKind::kCall, copy, called});
    if (copy != chosen) result.nests.push_back(level.nests[chosen]);
    copy = static_cast<Vertex>(result.nests.size());
  }
  result.graph = Digraph(static_cast<std::uint32_t>(result.nests.size()), graph.initial(), std::move(arcs));
  return result;
}

}  // namespace

std::vector<std::vector<Vertex>> intervals(const Digraph& graph) {
  std::vector<std::vector<Vertex>> parts;
  constexpr Vertex kFree = kNoVertex;
  std::vector<Vertex> header_of(graph.size(), kFree);
  std::vector<Vertex> headers{graph.initial()};
  VertexSet is_header(graph.size());
  is_header[graph.initial()] = true;
  // How many callers of a vertex are in the interval of counted_for: that interval may take it when all are.
  std::vector<std::uint32_t> inside(graph.size());
  std::vector<Vertex> counted_for(graph.size(), kNoVertex);
  for (std::size_t next = 0; next < headers.size(); ++next) {
    const Vertex header = headers[next];
    std::vector<Vertex> part{header};
    std::vector<Vertex> touched;
    header_of[header] = header;
    for (std::size_t i = 0; i < part.size(); ++i) {
      for (const Vertex called : graph.calls(part[i])) {
        if (called == part[i] || is_header[called]) continue;
        if (counted_for[called] != header) {
          counted_for[called] = header;
          inside[called] = 0;
          touched.push_back(called);
        }
        if (++inside[called] < entries(graph, called)) continue;
        header_of[called] = header;
        part.push_back(called);
      }
    }
    for (const Vertex v : touched) {
      if (header_of[v] != kFree) continue;
      is_header[v] = true;
      headers.push_back(v);
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

Hierarchy::Hierarchy(const Digraph& base) : base_size_(base.size()) {
  levels_.push_back(reached_part(base));
  while (levels_.back().graph.size() > 1) {
    const Level& last = levels_.back();
    const auto parts = intervals(last.graph);
    Level next = parts.size() < last.graph.size() ? abstracted(last, parts) : split(last);
    levels_.push_back(std::move(next));
  }
}

Hierarchy::Nest Hierarchy::enclose(const Level& level, const std::vector<Vertex>& interval) {
  std::vector<Nest> inside;
  std::unordered_set<Nest> known;  // two copies of one vertex in one interval are one again
  for (const Vertex v : interval)
    if (known.insert(level.nests[v]).second) inside.push_back(level.nests[v]);
  if (inside.size() == 1) return inside.front();
  insides_.push_back(std::move(inside));
  return base_size_ + static_cast<Nest>(insides_.size()) - 1;
}

Hierarchy::Level Hierarchy::abstracted(const Level& level, const std::vector<std::vector<Vertex>>& parts) {
  Level result;
  std::vector<Vertex> part_of(level.graph.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const Vertex v : parts[i]) part_of[v] = static_cast<Vertex>(i);
    result.nests.push_back(enclose(level, parts[i]));
  }
  std::vector<Arc> arcs;
  for (const Arc& arc : level.graph.arcs())
    if (part_of[arc.from] != part_of[arc.to]) arcs.push_back({arc.kind, part_of[arc.from], part_of[arc.to]});
  result.graph =
      Digraph(static_cast<std::uint32_t>(parts.size()), part_of[level.graph.initial()], std::move(arcs));
  return result;
}

}  // namespace culprit::graph
