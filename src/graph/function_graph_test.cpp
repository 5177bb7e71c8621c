#include "src/graph/function_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/graph/test_runs.h"

namespace culprit::graph {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines(const tree::SearchTree& tree, const std::vector<FunctionArc>& arcs) {
  std::vector<std::string> result;
  for (const FunctionArc& arc : arcs)
    result.push_back(tree.function(arc.from).name + (arc.kind == ArcKind::kCall ? " -> " : " ..> ") +
                     tree.function(arc.to).name);
  std::ranges::sort(result);
  return result;
}

TEST(FunctionGraph, HasTheCallsOfTheRunAndTheGivenParameters) {
  TestRun run;
  Mergesort(run, Mergesort::Bug::kNone).sort({3, 1, 2});
  const tree::SearchTree tree = run.finish();
  const Instances instances(tree, run.keys);
  EXPECT_THAT(
      lines(tree, dependencies(instances, run.arcs)),
      ElementsAre("merge -> merge", "mergesort -> merge", "mergesort -> mergesort", "mergesort -> split",
                  "mergesort ..> merge", "split -> split", "split ..> mergesort"));
  const FunctionGraph graph = function_graph(instances, dependencies(instances, run.arcs));
  EXPECT_EQ(graph.graph.size(), 3u);
  EXPECT_EQ(tree.function(graph.functions[graph.graph.initial()]).name, "mergesort");
  EXPECT_EQ(graph.graph.arcs().size(), 7u);
}

TEST(FunctionGraph, WithoutParameterArcsTheOrderOfCallsTakesTheirPlace) {
  TestRun run;
  Mergesort(run, Mergesort::Bug::kNone).sort({3, 1, 2});
  const tree::SearchTree tree = run.finish();
  const Instances instances(tree, run.keys);
  EXPECT_THAT(lines(tree, sequence_arcs(instances)),
              ElementsAre("mergesort ..> merge", "mergesort ..> mergesort", "split ..> mergesort"));
  const std::vector<FunctionArc> calls = call_arcs(instances);
  EXPECT_EQ(dependencies(instances, calls).size(), calls.size() + 3);
}

TEST(FunctionGraph, NamesFunctionsThatDidNotRun) {
  TestRun run;
  run.close(run.open("main"), "main()", true);
  const FunctionId idle = run.function("idle");
  const FunctionId main = run.function("main");
  const tree::SearchTree tree = run.finish();
  const Instances instances(tree, run.keys);
  const std::vector<FunctionArc> arcs{{ArcKind::kCall, main, idle}};
  EXPECT_THAT(function_graph(instances, arcs).functions, ElementsAre(main, idle));
}

TEST(FunctionGraph, ALoopsArcsAreThoseOfItsFunction) {
  tree::TreeBuilder builder;
  builder.add_function({"unknown", {}, {}, 0, 0, tree::FunctionKind::kFunction, FunctionId{}});
  builder.add_function({"main", {}, {}, 0, 0, tree::FunctionKind::kFunction, FunctionId{}});
  builder.add_function({"main:outer", {}, {}, 0, 0, tree::FunctionKind::kLoop, FunctionId{1}});
  builder.add_function({"main:inner", {}, {}, 0, 0, tree::FunctionKind::kLoop, FunctionId{2}});
  builder.add_function({"f", {}, {}, 0, 0, tree::FunctionKind::kFunction, FunctionId{}});
  builder.open(FunctionId{1});
  const tree::SearchTree tree = builder.finish();
  trace::Tables tables;
  tables.arcs.push_back({CULPRIT_ARC_CALL, FunctionId{3}, FunctionId{4}, 0});
  tables.arcs.push_back({CULPRIT_ARC_CALL, FunctionId{1}, FunctionId{4}, 0});
  tables.arcs.push_back({CULPRIT_ARC_PARAMETER, FunctionId{4}, FunctionId{4}, 1});
  EXPECT_THAT(lines(tree, static_arcs(tables, tree.functions())), ElementsAre("f ..> f", "main -> f"));
}

}  // namespace
}  // namespace culprit::graph
