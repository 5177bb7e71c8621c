#include <gtest/gtest.h>

#include <random>

#include "src/strategy/evaluate.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/optimum.h"
#include "src/strategy/strategies.h"
#include "tests/support/exhaustive.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

TEST(DivideByQueries, ReachesTheLeastTotal) {
  for (const bool root_wrong : {true, false}) {
    for (const tree::Tree& tree : {support::call_like(250, 5), support::random_recursive(300, 6),
                                   support::wide(200, 7), support::comb(150)}) {
      const Evaluation result = evaluate(Shape(tree), *make_divide_by_queries(), root_wrong);
      EXPECT_EQ(result.total, least_total(reduced(tree, {}, root_wrong), {}).upper);
    }
  }
}

TEST(DivideByQueries, AsksAnOptimalFirstQuestionWhateverTheMarks) {
  std::mt19937 random(4);
  const auto strategy = make_divide_by_queries();
  for (int i = 0; i < 600; ++i) {
    const tree::SearchTree tree = support::random_recursive(11, static_cast<std::uint64_t>(i));
    std::vector<bool> is_weightless(tree.size());
    std::vector<SearchId> weightless;
    for (std::uint32_t n = 0; i % 2 == 0 && n < tree.size(); ++n) {
      is_weightless[n] = random() % 3 == 0;
      if (is_weightless[n]) weightless.push_back(SearchId{n});
    }
    const Shape shape(tree, uniform_prior(tree.size(), weightless));
    std::vector<std::int64_t> parents{-1};
    for (std::uint32_t n = 1; n < tree.size(); ++n) parents.push_back(tree.parent(SearchId{n}).value());
    IntervalSuspects suspects(shape);
    const bool root_wrong = random() % 2 == 0;
    suspects.set_root(SearchId{0}, root_wrong);
    std::vector<std::uint32_t> weights(tree.size(), 1);
    std::vector<bool> skipped(tree.size());
    for (std::uint32_t n = 0; n < tree.size(); ++n) {
      const auto draw = random() % 8;
      if (draw == 0) suspects.skip(SearchId{n});
      if (draw == 0) skipped[n] = true;
      if (draw != 1 || n == 0) continue;
      suspects.clear(SearchId{n});
      for (std::uint32_t below = n; below < tree.end(SearchId{n}).value(); ++below) weights[below] = 0;
    }
    const auto expected = support::Exhaustive(parents, weights, skipped, is_weightless).best(root_wrong);
    const SearchId first = expected.first.empty() ? kNoSearchId : SearchId{expected.first[0]};
    ASSERT_EQ(strategy->select(shape, suspects).value(), first.value()) << support::dump(tree);
  }
}

TEST(DivideByQueries, AsksAsOptimalDivideAndQueryWhileThereAreTooManySuspects) {
  const tree::SearchTree tree = support::call_like(5000, 7);
  const Shape shape(tree);
  const auto halving = make_optimal_divide_and_query();
  const auto strategy = make_divide_by_queries(100);
  std::mt19937 random(5);
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  std::size_t halved = 0;
  for (; suspects.total() > 100; ++halved) {
    const SearchId asked = strategy->select(shape, suspects);
    ASSERT_EQ(asked, halving->select(shape, suspects));
    EXPECT_EQ(strategy->explain(shape, suspects, asked), halving->explain(shape, suspects, asked));
    if (random() % 2 == 0) {
      suspects.clear(asked);
    } else {
      suspects.set_root(asked, true);
    }
  }
  EXPECT_GT(halved, 3u);
  const Optimum left = optimum(reduced(suspects, 100).value(), {});
  EXPECT_EQ(strategy->select(shape, suspects), left.first);
}

TEST(DivideByQueries, LimitDecidesWhatIsExact) {
  const tree::SearchTree tree = support::call_like(600, 11);
  const Shape shape(tree);
  const std::uint64_t exact = evaluate(shape, *make_divide_by_queries(600), true).total;
  const std::uint64_t partly = evaluate(shape, *make_divide_by_queries(60), true).total;
  const std::uint64_t never = evaluate(shape, *make_divide_by_queries(0), true).total;
  EXPECT_EQ(exact, least_total(reduced(tree, {}, true), {}).upper);
  EXPECT_LE(exact, partly);
  EXPECT_LE(partly, never);
  EXPECT_LT(exact, never);
  EXPECT_EQ(never, evaluate(shape, *make_optimal_divide_and_query(), true).total);
}

TEST(DivideByQueries, WeighsSuspectsByTheirPrior) {
  const tree::SearchTree tree = support::star(4);
  const Shape shape(tree);
  const auto strategy = make_divide_by_queries();
  const std::vector<std::uint32_t> weights{1, 1, 5, 1};
  IntervalSuspects suspects(shape, weights);
  suspects.set_root(SearchId{0}, true);
  EXPECT_EQ(strategy->select(shape, suspects), SearchId{2});
  const std::vector<std::uint32_t> huge{1, 0xffffffff, 0xffffffff, 7};
  IntervalSuspects heavy(shape, huge);
  heavy.set_root(SearchId{0}, true);
  EXPECT_EQ(strategy->select(shape, heavy), SearchId{1});
}

TEST(DivideByQueries, ExplainsWhatIsLeftToAsk) {
  const std::vector<std::int64_t> parents{-1, 0, 1, 2, 3, 0, 5, 5, 5};  // Example 2.4 of its paper
  const tree::SearchTree tree = support::from_parents(parents);
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.set_root(SearchId{0}, true);
  const auto strategy = make_divide_by_queries();
  EXPECT_EQ(
      strategy->explain(shape, suspects, strategy->select(shape, suspects)),
      "with it 3.33 questions on average are left, and no other question leaves fewer; its subtree holds "
      "4 of the 9 suspects");
}

}  // namespace
}  // namespace culprit::strategy
