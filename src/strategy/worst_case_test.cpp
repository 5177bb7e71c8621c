#include <gtest/gtest.h>

#include <random>

#include "src/strategy/evaluate.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/search_ranks.h"
#include "src/strategy/strategies.h"
#include "tests/support/exhaustive.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

using Parents = std::vector<std::int64_t>;

TEST(WorstCase, NeedsNoMoreThanTheBestOfAllStrategiesOnEveryTreeOfUpToElevenNodes) {
  const auto strategy = make_worst_case();
  std::size_t trees = 0;
  for (std::uint32_t nodes = 1; nodes <= 11; ++nodes) {
    support::for_each_unordered_tree(nodes, [&](const Parents& parents) {
      const tree::SearchTree tree = support::from_parents(parents);
      const Shape shape(tree);
      support::Exhaustive exhaustive(parents, {});
      for (const bool root_wrong : {true, false}) {
        ASSERT_EQ(evaluate(shape, *strategy, root_wrong).worst, exhaustive.best(root_wrong).worst)
            << ::testing::PrintToString(parents) << root_wrong;
      }
      ++trees;
    });
  }
  EXPECT_EQ(trees, 1u + 1 + 2 + 4 + 9 + 20 + 48 + 115 + 286 + 719 + 1842);
}

TEST(WorstCase, NeedsNoMoreThanItsRanksWithWeightlessNodes) {
  const auto strategy = make_worst_case();
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const tree::SearchTree tree = support::random_recursive(12, static_cast<std::uint64_t>(i));
    std::vector<SearchId> weightless;
    for (std::uint32_t n = 1; n < tree.size(); ++n)
      if (random() % 3 == 0) weightless.push_back(SearchId{n});
    const Shape shape(tree, uniform_prior(tree.size(), weightless));
    const Column<std::uint32_t> ranks = search_ranks(shape);
    EXPECT_LE(evaluate(shape, *strategy, true).worst, *std::max_element(ranks.begin() + 1, ranks.end()));
    EXPECT_LE(evaluate(shape, *strategy, false).worst, *std::max_element(ranks.begin(), ranks.end()));
  }
}

TEST(WorstCase, RanksKeepTheirLawOnLargeTrees) {
  for (const tree::Tree& tree : {support::call_like(20'000), support::random_recursive(20'000),
                                 support::wide(20'000, 30), support::comb(20'000)}) {
    const Shape shape(tree);
    const Column<std::uint32_t> ranks = search_ranks(shape);
    // Every question of the plan has the highest rank of what is left, and one that nothing else there has.
    const QuestionPlan plan = plan_by_ranks(reduced(tree, {}, false), ranks);
    std::vector<std::uint32_t> below(plan.steps.size());  // the highest rank that is asked from a step on
    std::size_t verdicts = 0;
    for (std::size_t i = plan.steps.size(); i-- > 0;) {
      const QuestionPlan::Step& step = plan.steps[i];
      if (step.is_verdict) {
        ++verdicts;
        continue;
      }
      below[i] = ranks[step.node.value()];
      for (const std::uint32_t next : {step.if_wrong, step.if_right}) {
        if (next == QuestionPlan::kNothing) continue;
        ASSERT_LT(below[next], below[i]);
      }
    }
    EXPECT_EQ(verdicts, tree.size());
  }
}

TEST(WorstCase, AsksTheHighestRankedNodeThatIsLeft) {
  std::mt19937 random(3);
  const auto strategy = make_worst_case();
  for (int i = 0; i < 30; ++i) {
    const tree::SearchTree tree = support::call_like(500, static_cast<std::uint64_t>(i));
    const Shape shape(tree);
    const Column<std::uint32_t> ranks = search_ranks(shape);
    IntervalSuspects suspects(shape);
    for (int step = 0; step < 40; ++step) {
      SearchId expected = kNoSearchId;
      for (std::uint32_t n = 0; n < tree.size(); ++n) {
        if (!suspects.askable(SearchId{n})) continue;
        if (expected == kNoSearchId || ranks[n] > ranks[expected.value()]) expected = SearchId{n};
      }
      ASSERT_EQ(strategy->select(shape, suspects), expected);
      const SearchId any{static_cast<std::uint32_t>(random() % tree.size())};
      if (suspects.is_cleared(any) || any.value() == 0) continue;
      if (random() % 3 == 0) suspects.skip(any);
      if (random() % 3 == 0) suspects.clear(any);
      if (random() % 20 == 0) suspects.set_root(any, true);
    }
  }
}

TEST(WorstCase, LooksThroughTrustedNodes) {
  const tree::SearchTree tree = support::path(1000);
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  std::vector<SearchId> trusted;
  for (std::uint32_t n = 1; n < 1000; ++n) {
    if (n % 125 != 0) trusted.push_back(SearchId{n});
  }
  suspects.exempt(trusted);  // the root and seven others are left
  const auto strategy = make_worst_case();
  EXPECT_EQ(strategy->select(shape, suspects), SearchId{500});
  suspects.clear(SearchId{500});
  EXPECT_EQ(strategy->select(shape, suspects), SearchId{250});
}

TEST(WorstCase, SaysHowManyQuestionsAreLeftAtMost) {
  const tree::SearchTree tree = support::path(1000);
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const auto strategy = make_worst_case();
  EXPECT_EQ(strategy->explain(shape, suspects, strategy->select(shape, suspects)),
            "with it at most 10 questions are left, whatever the answers; its subtree holds 512 of the 1,000 "
            "suspects");
}

}  // namespace
}  // namespace culprit::strategy
