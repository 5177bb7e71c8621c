#include "src/strategy/evaluate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/strategy/interval_suspects.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

std::uint32_t questions_for(const Shape& shape, const Strategy& strategy, bool root_wrong, NodeId bug) {
  IntervalSuspects suspects(shape);
  suspects.set_root(NodeId{0}, root_wrong);
  std::uint32_t count = 0;
  for (NodeId n = strategy.select(shape, suspects); n != kNoNode; n = strategy.select(shape, suspects)) {
    ++count;
    if (shape.tree().contains(n, bug)) {
      suspects.set_root(n, true);
    } else {
      suspects.clear(n);
    }
  }
  EXPECT_EQ(suspects.root(), bug) << strategy.name();
  return count;
}

void expect_as_by_sessions(const tree::Tree& tree, bool root_wrong) {
  const Shape shape(tree);
  for (const std::string_view name : strategy_names()) {
    if (name == "strategic" && tree.size() > 12) continue;  // passes over the tree for each question
    const auto strategy = make_strategy(name).value();
    std::vector<std::uint32_t> counts;
    const Evaluation result = evaluate(shape, *strategy, root_wrong, no_progress, &counts);
    std::uint64_t total = 0;
    std::uint32_t worst = 0;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      const std::uint32_t count = questions_for(shape, *strategy, root_wrong, NodeId{i});
      ASSERT_EQ(counts[i], count) << name << ", bug in " << i << " of\n" << support::dump(tree);
      total += count;
      worst = std::max(worst, count);
    }
    EXPECT_EQ(result.total, total) << name;
    EXPECT_EQ(result.worst, worst) << name;
  }
}

/// A path, each node of which has a leaf before and a leaf after the next, and many leaves at its end: the
/// weights that halving has to choose from are all equal, far apart, and cleared one after the other.
tree::Tree broom(std::uint32_t handle, std::uint32_t bristles) {
  tree::TreeBuilder builder;
  const FunctionId function = builder.add_function({});
  const auto leaf = [&] {
    builder.open(function);
    builder.close();
  };
  for (std::uint32_t i = 0; i < handle; ++i) {
    builder.open(function);
    leaf();
  }
  for (std::uint32_t i = 0; i < bristles; ++i) leaf();
  for (std::uint32_t i = 0; i < handle; ++i) {
    leaf();
    builder.close();
  }
  return builder.finish();
}

TEST(Evaluate, CountsWhatASessionANodeWouldAsk) {
  EXPECT_TRUE(rc::check("same counts", [](bool root_wrong) {
    expect_as_by_sessions(support::build(*support::plain_trees()), root_wrong);
  }));
}

TEST(Evaluate, CountsWhatASessionANodeWouldAskOnLargerTrees) {
  for (const bool root_wrong : {true, false}) {
    expect_as_by_sessions(support::call_like(300, 2), root_wrong);
    expect_as_by_sessions(support::random_recursive(300, 3), root_wrong);
    expect_as_by_sessions(support::wide(150, 6), root_wrong);
    expect_as_by_sessions(support::comb(201), root_wrong);
    expect_as_by_sessions(broom(80, 150), root_wrong);
  }
}

TEST(Evaluate, AStarOfAMillionLeavesIsAskedLeafByLeaf) {
  const std::uint64_t leaves = 999'999;
  const tree::Tree tree = support::star(1'000'000);
  const Shape shape(tree);
  for (const std::string_view name : {"top-down", "divide-and-query", "optimal-divide-and-query"}) {
    const Evaluation result = evaluate(shape, *make_strategy(name).value(), true);
    EXPECT_EQ(result.total, leaves * (leaves + 3) / 2) << name;
    EXPECT_EQ(result.worst, leaves) << name;
  }
}

TEST(Evaluate, APathOfAMillionNodesIsHalved) {
  const tree::Tree tree = support::path(1'000'000);
  const Shape shape(tree);
  const Evaluation halved = evaluate(shape, *make_strategy("optimal-divide-and-query").value(), true);
  EXPECT_EQ(halved.total, information_bound(1'000'000, true));
  const Evaluation stepped = evaluate(shape, *make_strategy("top-down").value(), true);
  EXPECT_EQ(stepped.total, 1'000'000ull * 1'000'001 / 2 - 1);
}

TEST(Evaluate, IsNotQuadraticWhereEqualWeightsLieFarApart) {
  const tree::Tree tree = broom(40'000, 100'000);
  const Evaluation result = evaluate(Shape(tree), *make_strategy("divide-and-query").value(), true);
  EXPECT_EQ(result.nodes, tree.size());
  EXPECT_GT(result.worst, 100'000u);
}

TEST(Evaluate, ReportsItsProgress) {
  const tree::Tree tree = support::call_like(20'000);
  std::uint64_t last = 0;
  const auto watch = [&](std::string_view, std::uint64_t done, std::uint64_t total) {
    EXPECT_GT(done, last);
    EXPECT_LE(done, total);
    last = done;
  };
  evaluate(Shape(tree), *make_strategy("optimal-divide-and-query").value(), true, watch);
  EXPECT_GT(last, 10'000u);
}

TEST(InformationBound, IsThatOfPerfectHalving) {
  EXPECT_EQ(information_bound(1, true), 0u);
  EXPECT_EQ(information_bound(1, false), 1u);
  EXPECT_EQ(information_bound(2, true), 2u);
  EXPECT_EQ(information_bound(9, true), 29u);
  EXPECT_EQ(information_bound(16, true), 64u);
}

}  // namespace
}  // namespace culprit::strategy
