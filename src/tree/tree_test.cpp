#include "src/tree/tree.h"

#include <gtest/gtest.h>

#include "src/tree/text.h"

namespace culprit::tree {
namespace {

Function named(std::string name) {
  Function function;
  function.name = std::move(name);
  return function;
}

TEST(TreeBuilder, NestsLikeTheCalls) {
  TreeBuilder builder;
  const FunctionId f = builder.add_function(named("f"));
  const FunctionId g = builder.add_function(named("g"));
  builder.open(f);
  builder.open(g);
  builder.open(g);
  builder.close();
  builder.close();
  EXPECT_EQ(builder.depth(), 1u);
  EXPECT_EQ(builder.innermost(), NodeId{0});
  builder.open(f);
  const Tree tree = builder.finish();

  EXPECT_EQ(to_text(tree), "f\n  g\n    g\n  f\n");
  EXPECT_EQ(tree.parent(NodeId{0}), kNoNode);
  EXPECT_EQ(tree.parent(NodeId{2}), NodeId{1});
  EXPECT_EQ(tree.end(NodeId{1}), NodeId{3});
  EXPECT_EQ(tree.subtree_size(tree.root()), 4u);
  EXPECT_TRUE(tree.is_leaf(NodeId{3}));
  EXPECT_TRUE(tree.contains(NodeId{1}, NodeId{2}));
  EXPECT_FALSE(tree.contains(NodeId{1}, NodeId{3}));
  EXPECT_FALSE(tree.has_moments());
  EXPECT_FALSE(tree.has_labels());
  EXPECT_FALSE(tree.label(NodeId{2}).has_inputs);
}

TEST(TreeBuilder, GivesSeveralTopLevelNodesACommonRoot) {
  TreeBuilder builder;
  const FunctionId f = builder.add_function(named("f"));
  builder.open(f, Moment{8});
  builder.open(f, Moment{12});
  builder.close(Moment{16});
  builder.label("1", "2", true);
  builder.close(Moment{20});
  builder.open(f, Moment{24});
  builder.context(5, 6);
  builder.close(Moment{28});
  const Tree tree = builder.finish("a.out");

  EXPECT_EQ(to_text(tree), "a.out\n  f\n    f(1) = 2\n  f\n");
  EXPECT_EQ(tree.function(tree.root()).kind, FunctionKind::kProgram);
  EXPECT_EQ(tree.parent(NodeId{1}), NodeId{0});
  EXPECT_EQ(tree.parent(NodeId{2}), NodeId{1});
  EXPECT_EQ(tree.end(NodeId{0}), NodeId{4});
  EXPECT_EQ(tree.end(NodeId{1}), NodeId{3});
  EXPECT_EQ(tree.enter(NodeId{0}), Moment{8});
  EXPECT_EQ(tree.leave(NodeId{0}), Moment{28});
  EXPECT_EQ(tree.enter(NodeId{2}), Moment{12});
  EXPECT_EQ(tree.labels().before[3], 5u);
  EXPECT_EQ(tree.labels().after[2], 0u);
}

TEST(TreeBuilder, LeavesUnfinishedCallsWithoutAMoment) {
  TreeBuilder builder;
  const FunctionId f = builder.add_function(named("f"));
  builder.open(f, Moment{0});
  builder.open(f, Moment{4});
  builder.close(Moment{8});
  builder.open(f, Moment{12});
  const Tree tree = builder.finish();
  EXPECT_EQ(tree.leave(NodeId{0}), kNoMoment);
  EXPECT_EQ(tree.leave(NodeId{1}), Moment{8});
  EXPECT_EQ(tree.leave(NodeId{2}), kNoMoment);
}

TEST(TreeBuilder, KeepsLabelsOfSomeNodesApart) {
  TreeBuilder builder;
  const FunctionId f = builder.add_function(named("f"));
  builder.open(f);
  builder.open(f);
  builder.label("a", "b", true);
  builder.close();
  builder.open(f);
  builder.close();
  builder.open(f);
  builder.label("", "", false);
  const Tree tree = builder.finish();
  EXPECT_EQ(to_text(tree), "f\n  f(a) = b\n  f\n  f()\n");
}

TEST(TreeBuilder, MakesAPathOfAMillionNodes) {
  TreeBuilder builder;
  const FunctionId f = builder.add_function(named("f"));
  for (int i = 0; i < 1'000'000; ++i) builder.open(f);
  const Tree tree = builder.finish();
  EXPECT_EQ(tree.size(), 1'000'000u);
  EXPECT_EQ(tree.end(NodeId{999'999}), NodeId{1'000'000});
  EXPECT_EQ(tree.parent(NodeId{999'999}), NodeId{999'998});
}

TEST(TreeBuilder, GivesNodesTheWeightOneUnlessTold) {
  TreeBuilder builder;
  const FunctionId function = builder.add_function({});
  for (const std::uint32_t weight : {1u, 7u, 1u}) {
    builder.open(function);
    if (weight != 1) builder.weight(weight);
    builder.close();
  }
  const Tree tree = builder.finish();  // with a common root
  const auto weights = tree.labels().weights.span();
  EXPECT_EQ(std::vector(weights.begin(), weights.end()), (std::vector<std::uint32_t>{1, 1, 7, 1}));
}

}  // namespace
}  // namespace culprit::tree
