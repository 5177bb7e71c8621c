#include "src/graph/spg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "src/graph/test_runs.h"
#include "tests/support/tree_gen.h"

namespace culprit::graph {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

/// A run with the graphs made from it.
struct Made {
  explicit Made(TestRun& run) : keys(run.keys), arcs(run.arcs), tree(run.finish()), instances(tree, keys) {}
  std::vector<std::uint64_t> keys;
  std::vector<FunctionArc> arcs;
  tree::SearchTree tree;
  Instances instances;
};

std::vector<std::string> names(const Spg& spg) {
  std::vector<std::string> result;
  for (const Vertex node : spg.nodes()) result.push_back(spg.name(node));
  return result;
}

Vertex find(const Spg& spg, std::string_view name) {
  for (const Vertex node : spg.nodes())
    if (spg.bare_name(node) == name) return node;
  ADD_FAILURE() << "no node " << name << " in sight";
  return kNoVertex;
}

/// main calls a, b and c; a calls x, b calls x and y, y calls z. b's parameter comes from a.
Made five(TestRun& run) {
  run.parameter_arc("a", "b");
  const auto leaf = [&](const char* name) { run.close(run.open(name), name, true); };
  const SearchId main = run.open("main");
  const SearchId a = run.open("a");
  leaf("x");
  run.close(a, "a", true);
  const SearchId b = run.open("b");
  leaf("x");
  const SearchId y = run.open("y");
  leaf("z");
  run.close(y, "y", true);
  run.close(b, "b", true);
  leaf("c");
  run.close(main, "main", false);
  return Made(run);
}

TEST(Spg, StartsAsOneNodeAndIsDetailed) {
  TestRun run;
  const Made made = five(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  EXPECT_THAT(names(spg), ElementsAre("I(main)"));
  EXPECT_TRUE(spg.is_abstract(spg.initial()));
  EXPECT_FALSE(spg.is_expansible(spg.initial()));
  spg.detail(spg.initial());
  EXPECT_THAT(names(spg), UnorderedElementsAre("main", "a", "b", "c", "x", "y", "z"));
  EXPECT_EQ(spg.name(spg.initial()), "main");
}

TEST(Spg, FoldingHidesWhatOnlyTheNodeCalls) {
  TestRun run;
  const Made made = five(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  spg.detail(spg.initial());
  const Vertex b = find(spg, "b");
  EXPECT_EQ(spg.left_if_right(b), 4u);
  spg.fold(b);
  EXPECT_THAT(names(spg), UnorderedElementsAre("main[b]", "a", "c", "x"));
  const Vertex x = find(spg, "x");
  spg.fold(x);
  EXPECT_THAT(names(spg), UnorderedElementsAre("main[b,x]", "a[x]", "c"));
  spg.unfold(b);
  EXPECT_THAT(names(spg), UnorderedElementsAre("main", "a[x]", "b[x]", "c", "y", "z"));
  EXPECT_TRUE(spg.is_retracted(b));
  EXPECT_FALSE(spg.is_retracted(x));
}

TEST(Spg, InnerRemovalTakesTheSubordinates) {
  TestRun run;
  const Made made = five(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  spg.detail(spg.initial());
  spg.inner_removal(find(spg, "b"));
  EXPECT_THAT(names(spg), UnorderedElementsAre("main", "a", "c", "x"));
}

TEST(Spg, InnerRemovalLeavesWhatAFoldedNodeCalls) {
  TestRun run;
  const Made made = five(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  spg.detail(spg.initial());
  const Vertex a = find(spg, "a");
  spg.fold(a);
  spg.inner_removal(find(spg, "b"));
  EXPECT_THAT(names(spg), UnorderedElementsAre("main[a]", "c"));
  spg.unfold(a);
  EXPECT_THAT(names(spg), UnorderedElementsAre("main", "a", "c", "x"));
}

TEST(Spg, OuterRemovalLeavesWhatTheWrongInstanceCalled) {
  TestRun run;
  const Made made = five(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  spg.detail(spg.initial());
  const Vertex b = find(spg, "b");
  EXPECT_EQ(spg.left_if_wrong(b), 4u);
  const ValueId value = *spg.eligible(b);
  spg.instantiate(value, Mark::kWrong);
  spg.outer_removal(b, spg.instance(value));
  EXPECT_THAT(names(spg), UnorderedElementsAre("b", "x", "y", "z"));
  EXPECT_EQ(spg.name(spg.initial()), "b");
  EXPECT_EQ(spg.top(), SearchId{3});
}

TEST(Spg, NonInputRemovalLeavesCallersAndWhatFeedsThem) {
  TestRun run;
  const Made made = five(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  spg.detail(spg.initial());
  EXPECT_EQ(spg.left_if_inadmissible(find(spg, "c")), 2u);
  const Vertex y = find(spg, "y");
  EXPECT_EQ(spg.left_if_inadmissible(y), 5u);
  spg.non_input_removal(y);
  EXPECT_THAT(names(spg), UnorderedElementsAre("main", "b", "y", "a", "x"));
}

TEST(Spg, AParameterWayLeadsThroughFoldedNodes) {
  TestRun run;
  run.parameter_arc("f", "g");
  run.parameter_arc("g", "h");
  const SearchId main = run.open("main");
  for (const char* name : {"f", "g", "h"}) run.close(run.open(name), name, true);
  run.close(main, "main", false);
  const Made made(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  spg.detail(spg.initial());
  spg.fold(find(spg, "g"));
  const Vertex h = find(spg, "h");
  EXPECT_EQ(spg.left_if_inadmissible(h), 3u);
  const Subgraph shown = spg.picture();
  std::vector<std::string> lines;
  for (const Arc& arc : shown.graph.arcs())
    lines.push_back(spg.bare_name(shown.vertices[arc.from]) +
                    (arc.kind == ArcKind::kCall ? " -> " : " ..> ") + spg.bare_name(shown.vertices[arc.to]));
  EXPECT_THAT(lines, UnorderedElementsAre("main -> f", "main -> h", "f ..> h"));
}

TEST(Spg, ExpansionTellsTheEndsOfARecursionFromTheRest) {
  TestRun run;
  run_fr(run, 6);
  const Made made(run);
  Spg spg(made.instances, made.arcs, SearchId{0});
  EXPECT_THAT(names(spg), ElementsAre("fr"));
  const Vertex ends = spg.expand(spg.initial());
  EXPECT_THAT(names(spg), UnorderedElementsAre("fr.1", "fr.2*"));
  EXPECT_THAT(spg.graph().calls(ends), ElementsAre());
  const Vertex second = spg.expand(spg.initial());
  // fr(3) calls no call of rank 2 or more: the arc fr.2 -> fr.3* of a literal expansion is not there.
  EXPECT_THAT(spg.graph().calls(second), ElementsAre(ends));
  EXPECT_EQ(spg.name(spg.initial()), "fr.3*");
  while (spg.is_expansible(spg.initial())) spg.expand(spg.initial());
  EXPECT_EQ(spg.name(spg.initial()), "fr.5*");
}

/// Fs by its definition: values of the function without another of it among what leads to them.
std::set<std::uint32_t> eligible_by_definition(const Instances& instances, SearchId top,
                                               FunctionId function) {
  const Digraph whole = value_graph(instances);
  const Vertex from = instances.value(top).value();
  const Subgraph below = induced(whole, successors(whole, from, Along::kCalls), from);
  std::set<std::uint32_t> result;
  for (Vertex v = 0; v < below.graph.size(); ++v) {
    if (instances.function(ValueId{below.vertices[v]}) != function) continue;
    const VertexSet above = predecessors(below.graph, v, Along::kCalls);
    bool is_alone = true;
    for (Vertex w = 0; w < below.graph.size(); ++w)
      if (w != v && above[w] && instances.function(ValueId{below.vertices[w]}) == function) is_alone = false;
    if (is_alone) result.insert(below.vertices[v]);
  }
  return result;
}

RC_GTEST_PROP(SpgLaws, WhatCanBeAskedHasItsDefinition, ()) {
  const tree::SearchTree tree = support::build(*support::plain_trees());
  const auto keys =
      *rc::gen::container<std::vector<std::uint64_t>>(tree.size(), rc::gen::inRange<std::uint64_t>(0, 3));
  const Instances instances(tree, keys);
  const SearchId top{*rc::gen::inRange<std::uint32_t>(0, tree.size())};
  const std::vector<FunctionArc> none;
  Spg spg(instances, none, top);
  while (spg.is_abstract(spg.initial()) && spg.nodes().size() == 1) spg.detail(spg.initial());
  for (const Vertex node : spg.nodes()) {
    if (spg.is_abstract(node)) continue;
    std::set<std::uint32_t> found;
    SearchId last{0};
    FunctionId function{};
    while (const auto value = spg.eligible(node)) {
      RC_ASSERT(spg.instance(*value) >= last);
      last = spg.instance(*value);
      function = instances.function(*value);
      found.insert(value->value());
      spg.instantiate(*value, Mark::kRight);
    }
    if (node == spg.initial()) continue;  // the top is known
    RC_ASSERT(found == eligible_by_definition(instances, top, function));
  }
}

}  // namespace
}  // namespace culprit::graph
