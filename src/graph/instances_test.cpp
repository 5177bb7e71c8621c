#include "src/graph/instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "src/graph/test_runs.h"
#include "src/tree/text.h"
#include "tests/support/tree_gen.h"

namespace culprit::graph {
namespace {

using testing::ElementsAre;

TEST(Instances, EqualCallsAreOneValue) {
  TestRun run;
  run_fr(run, 10);
  const tree::SearchTree tree = run.finish();
  EXPECT_EQ(tree.size(), 109u);
  const Instances instances(tree, run.keys);
  EXPECT_EQ(instances.values(), 10u);
  const ValueId top = instances.value(SearchId{0});
  EXPECT_EQ(instances.rank(top), 9u);
  EXPECT_EQ(instances.first(top), SearchId{0});
  EXPECT_EQ(instances.children(top).size(), 2u);
  const Digraph graph = value_graph(instances);
  EXPECT_EQ(graph.arcs().size(), 16u);
  EXPECT_EQ(instance_graph(instances).arcs().size(), 108u);
}

TEST(Instances, WithoutKeysNoCallsAreEqual) {
  TestRun run;
  run_fr(run, 10);
  const tree::SearchTree tree = run.finish();
  EXPECT_EQ(Instances(tree, {}).values(), 109u);
}

TEST(Instances, ALongRunHasFewValues) {
  TestRun run;
  run_fr(run, 25);
  const tree::SearchTree tree = run.finish();
  EXPECT_EQ(tree.size(), 150'049u);
  EXPECT_EQ(Instances(tree, run.keys).values(), 25u);
}

/// main has a loop of two iterations, the second inside the first; each calls f, and the second g.
tree::SearchTree with_loop(std::vector<std::uint64_t>& keys) {
  tree::TreeBuilder builder;
  const auto add = [&](const char* name, tree::FunctionKind kind) {
    return builder.add_function({name, {}, {}, 0, 0, kind, FunctionId{}});
  };
  const FunctionId main = add("main", tree::FunctionKind::kFunction);
  const FunctionId loop = add("loop", tree::FunctionKind::kLoop);
  const FunctionId f = add("f", tree::FunctionKind::kFunction);
  const FunctionId g = add("g", tree::FunctionKind::kFunction);
  builder.open(main);
  builder.open(loop);
  builder.open(f);
  builder.close();
  builder.open(loop);
  builder.open(f);
  builder.close();
  builder.open(g);
  keys = {0, 1, 7, 2, 7, 8};
  return builder.finish();
}

TEST(Instances, LoopsAreDissolvedIntoTheirCall) {
  std::vector<std::uint64_t> keys;
  const tree::SearchTree tree = with_loop(keys);
  const Instances instances(tree, keys);
  EXPECT_FALSE(instances.is_instance(SearchId{1}));
  EXPECT_FALSE(instances.is_instance(SearchId{3}));
  EXPECT_EQ(instances.values(), 3u);
  EXPECT_EQ(instances.value(SearchId{2}), instances.value(SearchId{4}));
  EXPECT_THAT(instances.children(instances.value(SearchId{0})),
              ElementsAre(instances.value(SearchId{2}).value(), instances.value(SearchId{5}).value()));
}

/// The paper's Fm by its definition: the most instances of a function on a way down from a value.
std::uint32_t most_on_a_way(const Instances& instances, ValueId from, FunctionId function) {
  std::uint32_t below = 0;
  for (const std::uint32_t child : instances.children(from))
    below = std::max(below, most_on_a_way(instances, ValueId{child}, function));
  return below + (instances.function(from) == function ? 1 : 0);
}

RC_GTEST_PROP(InstancesLaws, ValuesHaveTheirDefinition, ()) {
  const tree::SearchTree tree = support::build(*support::plain_trees());
  const auto few =
      *rc::gen::container<std::vector<std::uint64_t>>(tree.size(), rc::gen::inRange<std::uint64_t>(0, 3));
  const Instances instances(tree, few);
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const SearchId node{i};
    const ValueId value = instances.value(node);
    RC_ASSERT(instances.first(value) <= node);
    RC_ASSERT(instances.function(value) == tree.function_id(node));
    RC_ASSERT(instances.rank(value) == most_on_a_way(instances, value, tree.function_id(node)));
    std::vector<std::uint32_t> children;
    for (SearchId c{i + 1}; c < tree.end(node); c = tree.end(c)) {
      const std::uint32_t child = instances.value(c).value();
      RC_ASSERT(child < value.value());
      if (std::ranges::find(children, child) == children.end()) children.push_back(child);
    }
    RC_ASSERT(std::ranges::equal(children, instances.children(value)));
    SearchId outer = tree.parent(node);
    while (outer != kNoSearchId && tree.function_id(outer) != tree.function_id(node))
      outer = tree.parent(outer);
    RC_ASSERT(instances.outer(node) == outer);
    for (std::uint32_t j = 0; j < i; ++j) {
      const bool is_same =
          few[i] == few[j] && tree.function_id(node) == tree.function_id(SearchId{j}) &&
          std::ranges::equal(instances.children(value), instances.children(instances.value(SearchId{j})));
      RC_ASSERT(is_same == (value == instances.value(SearchId{j})));
    }
  }
}

}  // namespace
}  // namespace culprit::graph
