#include "src/graph/intervals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace culprit::graph {
namespace {

using testing::ElementsAre;
using Parts = std::vector<std::vector<Vertex>>;

Digraph calls(std::uint32_t size, std::initializer_list<std::pair<Vertex, Vertex>> pairs) {
  std::vector<Arc> arcs;
  for (const auto& [from, to] : pairs) arcs.push_back({ArcKind::kCall, from, to});
  return {size, 0, std::move(arcs)};
}

TEST(Intervals, MergesortIsOneThoughAllItsFunctionsAreRecursive) {
  const Digraph graph = calls(3, {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 2}});
  EXPECT_EQ(intervals(graph), (Parts{{0, 1, 2}}));
  const Hierarchy hierarchy(graph);
  EXPECT_EQ(hierarchy.levels().size(), 2u);
  EXPECT_THAT(hierarchy.detail(hierarchy.top()), ElementsAre(0, 1, 2));
}

TEST(Intervals, ALoneNodeIsNotAbstracted) {
  const Hierarchy hierarchy(calls(1, {{0, 0}}));
  EXPECT_EQ(hierarchy.levels().size(), 1u);
  EXPECT_FALSE(hierarchy.is_interval(hierarchy.top()));
}

TEST(Intervals, NestedLoopsTakeAStepEach) {
  // 0 -> 1 -> 2 -> 3 -> 4, back from 3 to 2 and from 4 to 1: a loop in a loop.
  const Digraph graph = calls(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 2}, {4, 1}});
  EXPECT_EQ(intervals(graph), (Parts{{0}, {1}, {2, 3, 4}}));
  const Hierarchy hierarchy(graph);
  ASSERT_EQ(hierarchy.levels().size(), 4u);
  EXPECT_EQ(intervals(hierarchy.levels()[1].graph), (Parts{{0}, {1, 2}}));
  EXPECT_EQ(intervals(hierarchy.levels()[2].graph), (Parts{{0, 1}}));
  const auto outer = hierarchy.detail(hierarchy.top());
  ASSERT_EQ(outer.size(), 2u);
  EXPECT_EQ(outer[0], 0u);
  const auto inner = hierarchy.detail(outer[1]);
  ASSERT_EQ(inner.size(), 2u);
  EXPECT_EQ(inner[0], 1u);
  EXPECT_THAT(hierarchy.detail(inner[1]), ElementsAre(2, 3, 4));
}

TEST(Intervals, AJoinBelongsToTheIntervalOfTheBranch) {
  EXPECT_EQ(intervals(calls(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}})), (Parts{{0, 1, 2, 3}}));
}

TEST(Intervals, SplitsWhatHasTwoEntries) {
  // The least irreducible graph: two nodes that call each other, both called from outside.
  const Digraph graph = calls(3, {{0, 1}, {0, 2}, {1, 2}, {2, 1}});
  EXPECT_EQ(intervals(graph), (Parts{{0}, {1}, {2}}));
  const Hierarchy hierarchy(graph);
  ASSERT_EQ(hierarchy.levels().size(), 4u);
  const auto& split = hierarchy.levels()[1];
  EXPECT_TRUE(split.is_split);
  EXPECT_THAT(split.nests, ElementsAre(0, 1, 2, 1));
  EXPECT_EQ(intervals(split.graph), (Parts{{0, 1}, {2, 3}}));
  EXPECT_FALSE(hierarchy.levels()[2].is_split);
  EXPECT_EQ(hierarchy.levels().back().graph.size(), 1u);
}

TEST(Intervals, FunctionsThatAllCallEachOtherEndInOneNode) {
  constexpr Vertex kSize = 40;
  std::vector<Arc> arcs;
  for (Vertex from = 0; from < kSize; ++from)
    for (Vertex to = 1; to < kSize; ++to) arcs.push_back({ArcKind::kCall, from, to});
  const Hierarchy hierarchy(Digraph(kSize, 0, std::move(arcs)));
  EXPECT_EQ(hierarchy.levels().back().graph.size(), 1u);
  EXPECT_LE(hierarchy.levels().size(), 2 * kSize);
}

Digraph random_graph() {
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 16);
  const auto vertex = rc::gen::inRange<Vertex>(0, size);
  std::vector<Arc> arcs;
  for (const auto& [from, to] :
       *rc::gen::container<std::vector<std::pair<Vertex, Vertex>>>(rc::gen::pair(vertex, vertex)))
    arcs.push_back({ArcKind::kCall, from, to});
  return {size, 0, std::move(arcs)};
}

/// True if the set, without its header and without arcs from a vertex to itself, has no cycle.
bool is_acyclic_without(const Digraph& graph, const std::set<Vertex>& part, Vertex header) {
  std::set<Vertex> left = part;
  left.erase(header);
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (const Vertex v : std::set<Vertex>(left)) {
      const auto callers = graph.callers(v);
      if (std::ranges::any_of(callers, [&](Vertex c) { return c != v && left.contains(c); })) continue;
      left.erase(v);
      is_smaller = true;
    }
  }
  return left.empty();
}

RC_GTEST_PROP(IntervalLaws, EachReachedNodeIsInOneIntervalThatIsEnteredAtItsHeader, ()) {
  const Digraph graph = random_graph();
  const Parts parts = intervals(graph);
  std::vector<int> times(graph.size());
  RC_ASSERT(parts.front().front() == graph.initial());
  for (const auto& part : parts) {
    const std::set<Vertex> set(part.begin(), part.end());
    for (const Vertex v : part) ++times[v];
    for (std::size_t i = 1; i < part.size(); ++i)
      for (const Vertex caller : graph.callers(part[i])) {
        if (!successors(graph, 0, Along::kCalls)[caller]) continue;
        RC_ASSERT(set.contains(caller));
      }
    RC_ASSERT(is_acyclic_without(graph, set, part.front()));
  }
  const VertexSet reached = successors(graph, 0, Along::kCalls);
  for (Vertex v = 0; v < graph.size(); ++v) RC_ASSERT(times[v] == (reached[v] ? 1 : 0));
}

RC_GTEST_PROP(IntervalLaws, AbstractionEndsInOneNodeWithAllInside, ()) {
  const Digraph graph = random_graph();
  const Hierarchy hierarchy(graph);
  RC_ASSERT(hierarchy.levels().back().graph.size() == 1u);
  std::set<Hierarchy::Nest> seen{hierarchy.top()};
  std::vector<Hierarchy::Nest> open{hierarchy.top()};
  while (!open.empty()) {
    const Hierarchy::Nest nest = open.back();
    open.pop_back();
    if (!hierarchy.is_interval(nest)) continue;
    RC_ASSERT(hierarchy.detail(nest).size() > 1u);
    for (const Hierarchy::Nest member : hierarchy.detail(nest))
      if (seen.insert(member).second) open.push_back(member);
  }
  const VertexSet reached = successors(graph, 0, Along::kCalls);
  for (Vertex v = 0; v < graph.size(); ++v) RC_ASSERT(seen.contains(v) == static_cast<bool>(reached[v]));
}

}  // namespace
}  // namespace culprit::graph
