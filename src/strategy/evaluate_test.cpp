#include "src/strategy/evaluate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/strategy/interval_suspects.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

std::uint32_t questions_for(const Shape& shape, const Strategy& strategy, bool root_wrong, SearchId bug) {
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, root_wrong);
  std::uint32_t count = 0;
  for (SearchId n = strategy.select(shape, suspects); n != kNoSearchId;
       n = strategy.select(shape, suspects)) {
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

void expect_as_by_sessions(const Shape& shape, bool root_wrong) {
  const tree::SearchTree& tree = shape.tree();
  for (const std::string_view name : strategy_names()) {
    if (name == "strategic" && tree.size() > 12) continue;  // passes over the tree for each question
    const auto strategy = make_strategy(name).value();
    std::vector<std::uint32_t> counts;
    const Evaluation result = evaluate(shape, *strategy, root_wrong, no_progress, &counts);
    std::uint64_t total = 0;
    std::uint32_t worst = 0;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      if (shape.is_weightless(SearchId{i})) continue;
      const std::uint32_t count = questions_for(shape, *strategy, root_wrong, SearchId{i});
      ASSERT_EQ(counts[i], count) << name << ", bug in " << i << " of\n" << support::dump(tree);
      total += count;
      worst = std::max(worst, count);
    }
    EXPECT_EQ(result.nodes, shape.weight(tree.root())) << name;
    EXPECT_EQ(result.total, total) << name;
    EXPECT_EQ(result.worst, worst) << name;
  }
}

/// A path, each node of which has a leaf before and a leaf after the next, and many leaves at its end: the
/// weights that halving has to choose from are all equal, far apart, and cleared one after the other.
tree::SearchTree broom(std::uint32_t handle, std::uint32_t bristles) {
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
    expect_as_by_sessions(Shape(support::build(*support::plain_trees())), root_wrong);
  }));
  EXPECT_TRUE(rc::check("same counts with weightless nodes", [](bool root_wrong) {
    const tree::SearchTree tree = support::build(*support::plain_trees());
    std::vector<SearchId> weightless;
    for (std::uint32_t i = 0; i < tree.size(); ++i)
      if (*rc::gen::inRange(0, 3) == 0) weightless.push_back(SearchId{i});
    expect_as_by_sessions(Shape(tree, uniform_prior(tree.size(), weightless)), root_wrong);
  }));
}

TEST(Evaluate, CountsWhatASessionANodeWouldAskOnLargerTrees) {
  for (const bool root_wrong : {true, false}) {
    for (const tree::SearchTree& tree :
         {tree::SearchTree(support::call_like(300, 2)), tree::SearchTree(support::random_recursive(300, 3)),
          tree::SearchTree(support::wide(150, 6)), tree::SearchTree(support::comb(201)), broom(80, 150)}) {
      expect_as_by_sessions(Shape(tree), root_wrong);
      std::vector<SearchId> inner;  // every other one
      for (std::uint32_t i = 1; i < tree.size(); i += 2)
        if (!tree.is_leaf(SearchId{i})) inner.push_back(SearchId{i});
      expect_as_by_sessions(Shape(tree, uniform_prior(tree.size(), inner)), root_wrong);
    }
  }
}

TEST(Evaluate, AWrongNodeThatCannotBeAtFaultIsNoVerdict) {
  // A root with one child, which holds two: whichever is left last has to be asked as well.
  const tree::SearchTree tree = support::from_parents(std::vector<std::int64_t>{-1, 0, 1, 1});
  const SearchId weightless[] = {SearchId{1}};
  for (const std::string_view name : strategy_names()) {
    std::vector<std::uint32_t> counts;
    const Evaluation result = evaluate(Shape(tree, uniform_prior(4, weightless)),
                                       *make_strategy(name).value(), true, no_progress, &counts);
    EXPECT_EQ(result.nodes, 3u) << name;
    EXPECT_EQ(counts[1], 0u) << name;
    const bool asks_parts_at_once =
        name == "divide-and-query" || name == "optimal-divide-and-query" || name == "divide-by-queries";
    EXPECT_EQ(result.total, asks_parts_at_once ? 5u : 6u) << name;
  }
}

TEST(Evaluate, AStarOfAMillionLeavesIsAskedLeafByLeaf) {
  const std::uint64_t leaves = 999'999;
  const tree::SearchTree tree = support::star(1'000'000);
  const Shape shape(tree);
  for (const std::string_view name : {"top-down", "divide-and-query", "optimal-divide-and-query"}) {
    const Evaluation result = evaluate(shape, *make_strategy(name).value(), true);
    EXPECT_EQ(result.total, leaves * (leaves + 3) / 2) << name;
    EXPECT_EQ(result.worst, leaves) << name;
  }
}

TEST(Evaluate, APathOfAMillionNodesIsHalved) {
  const tree::SearchTree tree = support::path(1'000'000);
  const Shape shape(tree);
  const Evaluation halved = evaluate(shape, *make_strategy("optimal-divide-and-query").value(), true);
  EXPECT_EQ(halved.total, information_bound(1'000'000, true));
  const Evaluation stepped = evaluate(shape, *make_strategy("top-down").value(), true);
  EXPECT_EQ(stepped.total, 1'000'000ull * 1'000'001 / 2 - 1);
}

TEST(Evaluate, IsNotQuadraticWhereEqualWeightsLieFarApart) {
  const tree::SearchTree tree = broom(40'000, 100'000);
  const Evaluation result = evaluate(Shape(tree), *make_strategy("divide-and-query").value(), true);
  EXPECT_EQ(result.nodes, tree.size());
  EXPECT_GT(result.worst, 100'000u);
}

TEST(Evaluate, ReportsItsProgress) {
  const tree::SearchTree tree = support::call_like(20'000);
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
