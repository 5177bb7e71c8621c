#include "src/strategy/optimum.h"

#include <gtest/gtest.h>

#include <random>

#include "src/strategy/interval_suspects.h"
#include "tests/support/exhaustive.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

using Parents = std::vector<std::int64_t>;
using Rows = std::vector<std::uint32_t>;

const OptimumLimits kNoLimits{};

Rows values(const std::vector<SearchId>& nodes) {
  Rows result;
  for (const SearchId node : nodes) result.push_back(node.value());
  return result;
}

/// What a plan costs, and a check that it is one: each suspect is found once, and nobody else.
std::uint64_t total_of(const QuestionPlan& plan, const ReducedTree& tree) {
  std::vector<std::uint32_t> depth(plan.steps.size(), 0);
  std::uint64_t total = 0;
  std::vector<SearchId> found;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const QuestionPlan::Step& step = plan.steps[i];
    if (step.is_verdict) {
      const auto row = std::find(tree.nodes.begin(), tree.nodes.end(), step.node) - tree.nodes.begin();
      total += depth[i] * tree.weights[static_cast<std::size_t>(row)];
      found.push_back(step.node);
    }
    if (step.if_wrong != QuestionPlan::kNothing) depth[step.if_wrong] = depth[i] + 1;
    if (step.if_right != QuestionPlan::kNothing) depth[step.if_right] = depth[i] + 1;
  }
  std::sort(found.begin(), found.end());
  std::vector<SearchId> suspected;
  for (std::uint32_t row = 0; row < tree.size(); ++row)
    if (tree.weights[row] > 0) suspected.push_back(tree.nodes[row]);
  EXPECT_EQ(values(found), values(suspected));
  return total;
}

void expect_as_exhaustive(const Parents& parents, const std::vector<std::uint32_t>& weights, bool root_wrong,
                          const std::vector<bool>& is_weightless = {}) {
  const tree::SearchTree tree = support::from_parents(parents);
  std::vector<SearchId> weightless;
  for (std::uint32_t n = 0; n < is_weightless.size(); ++n)
    if (is_weightless[n]) weightless.push_back(SearchId{n});
  const ReducedTree suspects = reduced(tree, weights, root_wrong, weightless);
  const auto expected = support::Exhaustive(parents, weights, {}, is_weightless).best(root_wrong);
  const Optimum found = optimum(suspects, kNoLimits);
  const std::string where = "in\n" + support::dump(tree) + ::testing::PrintToString(weights) +
                            ", weightless " + ::testing::PrintToString(values(weightless));
  ASSERT_EQ(found.lower, expected.total) << where;
  ASSERT_EQ(found.upper, expected.total) << where;
  const SearchId first = expected.first.empty() ? kNoSearchId : SearchId{expected.first[0]};
  ASSERT_EQ(found.first.value(), first.value()) << where;
  ASSERT_EQ(values(optimal_first_questions(suspects, kNoLimits).value()), expected.first) << where;
  ASSERT_EQ(total_of(optimal_plan(suspects, kNoLimits).value(), suspects), expected.total) << where;
}

TEST(Optimum, IsTheBestOfAllStrategiesOnEveryTreeOfUpToTwelveNodes) {
  std::size_t trees = 0;
  for (std::uint32_t nodes = 1; nodes <= 12; ++nodes) {
    support::for_each_unordered_tree(nodes, [&](const Parents& parents) {
      for (const bool root_wrong : {true, false}) expect_as_exhaustive(parents, {}, root_wrong);
      ++trees;
    });
  }
  EXPECT_EQ(trees, 1u + 1 + 2 + 4 + 9 + 20 + 48 + 115 + 286 + 719 + 1842 + 4766);
}

Parents random_parents(std::uint32_t nodes, std::mt19937& random) {
  Parents parents{-1};
  std::vector<std::int64_t> open{0};
  const std::uint32_t spread = static_cast<std::uint32_t>(random() % 10);
  while (parents.size() < nodes) {
    while (open.size() > 1 && random() % 10 < spread) open.pop_back();
    parents.push_back(open.back());
    open.push_back(static_cast<std::int64_t>(parents.size()) - 1);
  }
  return parents;
}

TEST(Optimum, IsTheBestOfAllStrategiesWithUnequalWeights) {
  std::mt19937 random(1);
  for (int i = 0; i < 1500; ++i) {
    const auto nodes = static_cast<std::uint32_t>(1 + random() % 10);
    const Parents parents = random_parents(nodes, random);
    const std::uint32_t largest = i % 3 == 0 ? 40 : 3;
    std::vector<std::uint32_t> weights;
    for (std::uint32_t n = 0; n < nodes; ++n)
      weights.push_back(static_cast<std::uint32_t>(random() % (largest + 1)));
    expect_as_exhaustive(parents, weights, i % 2 == 0);
  }
}

TEST(Optimum, IsTheBestOfAllStrategiesWithWeightlessNodes) {
  std::mt19937 random(6);
  for (int i = 0; i < 6000; ++i) {
    const auto nodes = static_cast<std::uint32_t>(1 + random() % 11);
    const Parents parents = random_parents(nodes, random);
    const std::uint32_t largest = i % 3 == 0 ? 40 : i % 3 == 1 ? 3 : 0;
    const std::uint32_t share = static_cast<std::uint32_t>(2 + random() % 4);
    std::vector<std::uint32_t> weights;
    std::vector<bool> is_weightless;
    for (std::uint32_t n = 0; n < nodes; ++n) {
      if (largest > 0) weights.push_back(static_cast<std::uint32_t>(random() % (largest + 1)));
      is_weightless.push_back(random() % share == 0);
    }
    expect_as_exhaustive(parents, weights, i % 2 == 0, is_weightless);
  }
}

TEST(Optimum, IsTheBestOfAllStrategiesOnEveryTreeWithWeightlessInnerNodes) {
  for (std::uint32_t nodes = 2; nodes <= 8; ++nodes) {
    support::for_each_unordered_tree(nodes, [&](const Parents& parents) {
      for (std::uint32_t chosen = 0; chosen < 1u << nodes; ++chosen) {
        std::vector<bool> is_weightless(nodes);
        for (std::uint32_t n = 0; n < nodes; ++n) is_weightless[n] = chosen >> n & 1;
        for (const bool root_wrong : {true, false})
          expect_as_exhaustive(parents, {}, root_wrong, is_weightless);
      }
    });
  }
}

TEST(Optimum, CountsSkippedNodesWhereTheyCannotBeToldApart) {
  std::mt19937 random(2);
  for (int i = 0; i < 1200; ++i) {
    const auto nodes = static_cast<std::uint32_t>(1 + random() % 10);
    const Parents parents = random_parents(nodes, random);
    const tree::SearchTree tree = support::from_parents(parents);
    std::vector<bool> is_weightless(nodes);
    std::vector<SearchId> weightless;
    for (std::uint32_t n = 0; i % 2 == 0 && n < nodes; ++n) {
      is_weightless[n] = random() % 4 == 0;
      if (is_weightless[n]) weightless.push_back(SearchId{n});
    }
    const Shape shape(tree, uniform_prior(nodes, weightless));
    const bool root_wrong = random() % 2 == 0;
    IntervalSuspects suspects(shape);
    suspects.set_root(SearchId{0}, root_wrong);
    std::vector<std::uint32_t> weights(nodes, 1);
    std::vector<bool> skipped(nodes);
    std::vector<SearchId> exempt;
    for (std::uint32_t n = 0; n < nodes; ++n) {
      if (random() % 4 == 0) {
        skipped[n] = true;
        suspects.skip(SearchId{n});
      } else if (random() % 4 == 0) {
        weights[n] = 0;
        is_weightless[n] = false;
        exempt.push_back(SearchId{n});
      }
    }
    suspects.exempt(exempt);
    const auto left = reduced(suspects, 100);
    ASSERT_TRUE(left);
    const auto expected = support::Exhaustive(parents, weights, skipped, is_weightless).best(root_wrong);
    EXPECT_EQ(optimum(*left, kNoLimits).upper, expected.total) << support::dump(tree);
    EXPECT_EQ(values(optimal_first_questions(*left, kNoLimits).value()), expected.first)
        << support::dump(tree);
  }
}

TEST(Optimum, OfAPathIsThatOfHalving) {
  for (const std::uint32_t nodes : {1000u, 100'000u}) {
    const ReducedTree path = reduced(support::path(nodes), {}, true);
    const Optimum found = least_total(path, kNoLimits);
    const std::uint64_t log = nodes == 1000 ? 9 : 16;
    EXPECT_EQ(found.upper, nodes * log + 2 * (nodes - (1ull << log)));
    EXPECT_TRUE(found.is_exact());
  }
}

TEST(Optimum, OfAStarAsksLeafByLeaf) {
  const std::uint64_t leaves = 4999;
  const ReducedTree star = reduced(support::star(5000), {}, true);
  const Optimum found = optimum(star, kNoLimits);
  EXPECT_EQ(found.upper, leaves * (leaves + 3) / 2);
  EXPECT_EQ(found.first, SearchId{1});
  EXPECT_EQ(optimal_first_questions(star, kNoLimits)->size(), leaves);
  EXPECT_EQ(total_of(optimal_plan(star, kNoLimits).value(), star), found.upper);
}

TEST(Optimum, OfABinomialTreeIsTheInformationBound) {
  const Optimum found = least_total(reduced(support::binomial(10), {}, false), kNoLimits);
  EXPECT_EQ(found.lower, 1024u * 10 + 1);
  EXPECT_EQ(found.upper, 1024u * 10 + 1);
}

TEST(Optimum, PlansAWholeSearchOfHundredsOfSuspects) {
  for (const bool root_wrong : {true, false}) {
    const ReducedTree suspects = reduced(support::call_like(400, 3), {}, root_wrong);
    EXPECT_EQ(total_of(optimal_plan(suspects, kNoLimits).value(), suspects),
              least_total(suspects, kNoLimits).upper);
  }
}

TEST(Optimum, StopsAtALimitWithBoundsAndAQuestion) {
  const ReducedTree suspects = reduced(support::call_like(2000, 1), {}, true);
  const Optimum exact = least_total(suspects, kNoLimits);
  ASSERT_TRUE(exact.is_exact());
  for (const std::uint64_t steps : {0ull, 5'000ull, 20'000ull, 60'000ull}) {
    OptimumLimits limits;
    limits.steps = steps;
    const Optimum found = optimum(suspects, limits);
    EXPECT_LE(found.lower, exact.lower);
    EXPECT_GE(found.upper, exact.upper);
    EXPECT_NE(found.first, kNoSearchId);
    ASSERT_FALSE(found.is_exact()) << steps;
    EXPECT_FALSE(optimal_plan(suspects, limits)) << steps;
    EXPECT_FALSE(optimal_first_questions(suspects, limits)) << steps;
  }
  OptimumLimits small;
  small.bytes = 1;
  EXPECT_FALSE(least_total(suspects, small).is_exact());
}

TEST(ReducedTree, HoldsWhatIsLeftAndNothingElse) {
  const tree::SearchTree tree = support::path(1000);
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{100}, true);
  suspects.clear(SearchId{110});
  suspects.skip(SearchId{105});
  suspects.exempt(std::vector<SearchId>{SearchId{107}});
  const ReducedTree left = reduced(suspects, 9).value();
  EXPECT_EQ(values(left.nodes), (Rows{100, 101, 102, 103, 104, 106, 108, 109}));
  EXPECT_EQ(left.parents, (Rows{0, 0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(left.weights, (std::vector<std::uint64_t>{1, 1, 1, 1, 2, 1, 1, 1}));
  EXPECT_FALSE(left.root_is_askable);
  EXPECT_FALSE(reduced(suspects, 8));
}

TEST(ReducedTree, KeepsWeightlessNodesWhileSuspectsAreBelowThem) {
  //  0 ( 1 ( 2 3 ) 4 ( 5 ( 6 ) ) 7 ), of which 1, 4, 5 and 7 are never at fault
  const tree::SearchTree tree = support::from_parents(Parents{-1, 0, 1, 1, 0, 4, 5, 0});
  const std::vector<SearchId> weightless{SearchId{1}, SearchId{4}, SearchId{5}, SearchId{7}};
  const Shape shape(tree, uniform_prior(tree.size(), weightless));
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const ReducedTree whole = reduced(suspects, 4).value();
  EXPECT_EQ(whole, reduced(tree, {}, true, weightless));
  EXPECT_EQ(values(whole.nodes), (Rows{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(whole.weights, (std::vector<std::uint64_t>{1, 0, 1, 1, 0, 0, 1}));
  EXPECT_FALSE(reduced(suspects, 3));
  suspects.skip(SearchId{4});
  suspects.clear(SearchId{2});
  suspects.clear(SearchId{3});
  EXPECT_EQ(values(reduced(suspects, 4)->nodes), (Rows{0, 5, 6}));
  suspects.skip(SearchId{6});  // then 5 cannot be told from 6, and is a suspect for it
  EXPECT_EQ(values(reduced(suspects, 4)->nodes), (Rows{0, 5}));
  EXPECT_EQ(reduced(suspects, 4)->weights, (std::vector<std::uint64_t>{1, 1}));
}

TEST(ReducedTree, SaysWhenTotalsWouldNotFit) {
  ReducedTree tree;
  tree.nodes = {SearchId{0}, SearchId{1}};
  tree.parents = {0, 0};
  tree.weights = {1, 1};
  EXPECT_TRUE(tree.has_bounded_totals());
  tree.weights = {std::uint64_t{1} << 61, std::uint64_t{1} << 61};
  EXPECT_FALSE(tree.has_bounded_totals());
}

}  // namespace
}  // namespace culprit::strategy
