#include "src/transform/contexts.h"

#include <gtest/gtest.h>

namespace culprit::transform {
namespace {

constexpr NodeId kFirst{1};
constexpr NodeId kSecond{2};

tree::Tree with_contexts(std::uint32_t after_first, std::uint32_t before_second) {
  tree::TreeBuilder builder;
  const FunctionId f = builder.add_function({});
  builder.open(f);
  builder.context(8, 9);
  builder.open(f);
  builder.context(8, after_first);
  builder.close();
  builder.open(f);
  builder.context(before_second, 9);
  return builder.finish();
}

TEST(LabelContexts, MatchIfTheIdAfterIsTheIdBefore) {
  const tree::Tree same = with_contexts(5, 5);
  EXPECT_TRUE(LabelContexts(same).match(kFirst, kSecond));
  EXPECT_FALSE(LabelContexts(same).match(kSecond, kFirst));
  const tree::Tree other = with_contexts(5, 6);
  EXPECT_FALSE(LabelContexts(other).match(kFirst, kSecond));
}

TEST(LabelContexts, EmptyOnesMatchEachOtherAlone) {
  const tree::Tree both = with_contexts(0, 0);
  EXPECT_TRUE(LabelContexts(both).match(kFirst, kSecond));
  const tree::Tree one = with_contexts(0, 5);
  EXPECT_FALSE(LabelContexts(one).match(kFirst, kSecond));
}

TEST(LabelContexts, OfATreeWithoutIdsAreAllEmpty) {
  tree::TreeBuilder builder;
  const FunctionId f = builder.add_function({});
  builder.open(f);
  builder.open(f);
  builder.close();
  builder.open(f);
  const tree::Tree tree = builder.finish();
  EXPECT_TRUE(LabelContexts(tree).match(kFirst, kSecond));
}

}  // namespace
}  // namespace culprit::transform
