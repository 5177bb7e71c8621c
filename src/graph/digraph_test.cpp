#include "src/graph/digraph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace culprit::graph {
namespace {

using testing::ElementsAre;

std::vector<Vertex> members(const VertexSet& set) {
  std::vector<Vertex> result;
  for (Vertex v = 0; v < set.size(); ++v)
    if (set[v]) result.push_back(v);
  return result;
}

/// 0 calls 1 and 2, both call 3, 2 calls 4, 4 calls 5 and 2; 5's parameter comes from 1.
Digraph sample() {
  const ArcKind call = ArcKind::kCall;
  return {6,
          0,
          {{call, 0, 1},
           {call, 0, 2},
           {call, 1, 3},
           {call, 2, 3},
           {call, 2, 4},
           {call, 4, 5},
           {call, 4, 2},
           {call, 0, 1},
           {ArcKind::kParameter, 1, 5}}};
}

TEST(Digraph, HasEachArcOnceBothWays) {
  const Digraph graph = sample();
  EXPECT_EQ(graph.arcs().size(), 8u);
  EXPECT_THAT(graph.calls(0), ElementsAre(1, 2));
  EXPECT_THAT(graph.callers(2), ElementsAre(0, 4));
  EXPECT_THAT(graph.neighbours(5, ArcKind::kParameter, Way::kBackward), ElementsAre(1));
  EXPECT_THAT(graph.calls(5), ElementsAre());
}

TEST(Digraph, SuccessorsAreWhatIsReachedFromANode) {
  const Digraph graph = sample();
  EXPECT_THAT(members(successors(graph, 2, Along::kCalls)), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(members(successors(graph, 1, Along::kCalls)), ElementsAre(1, 3));
  EXPECT_THAT(members(successors(graph, 1, Along::kBoth)), ElementsAre(1, 3, 5));
  EXPECT_THAT(members(successors(graph, 1, Along::kParameters)), ElementsAre(1, 5));
  EXPECT_THAT(members(predecessors(graph, 5, Along::kCalls)), ElementsAre(0, 2, 4, 5));
  EXPECT_THAT(members(predecessors(graph, 3, Along::kCalls)), ElementsAre(0, 1, 2, 3, 4));
}

TEST(Digraph, SubordinatesAreReachedOnlyThroughANode) {
  const Digraph graph = sample();
  EXPECT_THAT(members(subordinates(graph, 2, Along::kCalls)), ElementsAre(2, 4, 5));
  EXPECT_THAT(members(subordinates(graph, 2, Along::kBoth)), ElementsAre(2, 4));
  EXPECT_THAT(members(subordinates(graph, 1, Along::kCalls)), ElementsAre(1));
  EXPECT_THAT(members(subordinates(graph, 0, Along::kCalls)), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(Digraph, InducedSubgraphKeepsTheArcsInside) {
  const Subgraph part = induced(sample(), {false, false, true, false, true, true}, 2);
  EXPECT_THAT(part.vertices, ElementsAre(2, 4, 5));
  EXPECT_EQ(part.graph.initial(), 0u);
  EXPECT_THAT(part.graph.calls(1), ElementsAre(0, 2));
  EXPECT_EQ(part.graph.arcs().size(), 3u);
}

RC_GTEST_PROP(DigraphLaws, SubordinatesFollowFromTakingTheNodeAway, ()) {
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 12);
  const auto vertex = rc::gen::inRange<Vertex>(0, size);
  std::vector<Arc> arcs;
  for (const auto& [from, to] :
       *rc::gen::container<std::vector<std::pair<Vertex, Vertex>>>(rc::gen::pair(vertex, vertex)))
    arcs.push_back({ArcKind::kCall, from, to});
  const Digraph graph(size, 0, arcs);
  const Vertex v = *vertex;
  std::erase_if(arcs, [&](const Arc& arc) { return arc.from == v || arc.to == v; });
  const Digraph without(size, 0, arcs);
  const VertexSet left = successors(without, 0, Along::kCalls);
  const VertexSet below = successors(graph, v, Along::kCalls);
  const VertexSet found = subordinates(graph, v, Along::kCalls);
  for (Vertex w = 0; w < size; ++w) RC_ASSERT(found[w] == (below[w] && (w == v || v == 0 || !left[w])));
}

}  // namespace
}  // namespace culprit::graph
