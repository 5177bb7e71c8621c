#include "src/session/expectation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/trees.h"

namespace culprit::session {
namespace {

Expectation expect(const tree::SearchTree& tree, std::string_view name, SearchId first = kNoSearchId) {
  const strategy::Shape shape(tree);
  strategy::IntervalSuspects search(shape);
  search.set_root(tree.root(), true);
  return expected_questions(shape, **strategy::make_strategy(name), search, first);
}

TEST(Expectation, IsExactForFewSuspects) {
  const Expectation star = expect(support::star(5), "top-down");
  EXPECT_TRUE(star.is_exact);
  EXPECT_EQ(star.least, 1u);
  EXPECT_EQ(star.most, 4u);
  EXPECT_DOUBLE_EQ(star.mean, (1 + 2 + 3 + 4 + 4) / 5.0);
}

TEST(Expectation, CountsTheQuestionThatIsAskedNow) {
  const Expectation path = expect(support::path(4), "top-down", SearchId{3});
  EXPECT_EQ(path.least, 1u);
  EXPECT_EQ(path.most, 3u) << "3, then 1, then 2";
}

TEST(Expectation, ComesFromThePlanOfAStrategyThatHasOne) {
  for (const std::string_view name : {"divide-by-queries", "worst-case"}) {
    const Expectation path = expect(support::path(8), name);
    EXPECT_TRUE(path.is_exact) << name;
    EXPECT_EQ(path.least, 3u) << name;
    EXPECT_EQ(path.most, 3u) << name;
    EXPECT_DOUBLE_EQ(path.mean, 3) << name;
  }
  EXPECT_FALSE(expect(support::path(8), "divide-by-queries", SearchId{1}).is_exact)
      << "another question is asked now: what follows is guessed";
}

TEST(Expectation, IsZeroWithoutAQuestion) {
  const Expectation lone = expect(support::path(1), "top-down");
  EXPECT_EQ(lone.least, 0u);
  EXPECT_EQ(lone.most, 0u);
  EXPECT_DOUBLE_EQ(lone.mean, 0);
}

TEST(Expectation, IsSampledForManySuspects) {
  const Expectation path = expect(support::path(1u << 16), "optimal-divide-and-query");
  EXPECT_FALSE(path.is_exact);
  EXPECT_FALSE(path.most_is_bound);
  EXPECT_NEAR(path.mean, 16, 0.5);
  EXPECT_GE(path.least, 15u);
  EXPECT_LE(path.most, 17u);
}

TEST(Expectation, GuessesWhatALongWalkWouldTake) {
  // Each question about a leaf of the star clears one: half of them on average.
  const Expectation star = expect(support::star(100001), "top-down");
  EXPECT_FALSE(star.is_exact);
  EXPECT_EQ(star.least, 1u);
  EXPECT_NEAR(star.most, 100000, 100);
  EXPECT_NEAR(star.mean, 50000, 100);
  const Expectation path = expect(support::path(100001), "top-down");
  EXPECT_NEAR(path.most, 100000, 100);
  EXPECT_NEAR(path.mean, 50000, 100);
}

}  // namespace
}  // namespace culprit::session
