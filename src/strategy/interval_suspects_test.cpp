#include "src/strategy/interval_suspects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/tree/text.h"
#include "tests/support/brute_force.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

using support::BruteForce;
using testing::ElementsAre;

std::uint64_t sum(const BruteForce& flags, std::uint32_t first, std::uint32_t last) {
  std::uint64_t result = 0;
  for (std::uint32_t i = first; i < last; ++i) result += flags.own_weight(SearchId{i});
  return result;
}

/// Empty, or the first thing about which the intervals and the flags disagree.
std::string difference(const IntervalSuspects& suspects, const BruteForce& flags,
                       const tree::SearchTree& tree) {
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const SearchId node{i};
    if (suspects.askable(node) != flags.askable(node)) return "askable";
    if (suspects.is_cleared(node) != flags.is_cleared[i]) return "cleared";
    if (suspects.own_weight(node) != flags.own_weight(node)) return "own weight";
    if (suspects.weight(node) != sum(flags, i, tree.end(node).value())) return "weight";
    std::uint32_t next = i;
    while (next < tree.size() && flags.is_cleared[next]) ++next;
    if (suspects.next_present(node).value() != next) return "next present";
  }
  const std::uint32_t root = suspects.root().value();
  const std::uint64_t total = suspects.total();
  for (std::uint64_t weight = 0; weight < total; ++weight) {
    const std::uint32_t found = suspects.at_weight(weight).value();
    if (sum(flags, root, found) > weight || sum(flags, root, found + 1) <= weight) return "at weight";
  }
  return "";
}

TEST(IntervalSuspects, AgreeWithFlagsANode) {
  EXPECT_TRUE(rc::check("same view", [](bool has_weights) {
    const tree::SearchTree tree = support::build(*support::plain_trees());
    BruteForce flags(tree);
    std::vector<std::uint32_t> weights;
    if (has_weights) {
      weights =
          *rc::gen::container<std::vector<std::uint32_t>>(tree.size(), rc::gen::inRange<std::uint32_t>(0, 5));
      flags.own = weights;
    }
    std::vector<SearchId> weightless;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      flags.is_weightless[i] = *rc::gen::inRange(0, 4) == 0;
      if (flags.is_weightless[i]) weightless.push_back(SearchId{i});
    }
    const Shape shape(
        tree, std::make_shared<const Prior>(tree.size(), weights, std::span<const SearchId>(), weightless));
    IntervalSuspects suspects(shape);
    for (const std::uint32_t draw : *rc::gen::arbitrary<std::vector<std::uint32_t>>()) {
      const SearchId node{draw / 4 % tree.size()};
      if (draw % 4 == 0) {
        suspects.clear(node);
        flags.clear(node);
      } else if (draw % 4 == 1) {
        suspects.skip(node);
        flags.is_skipped[node.value()] = true;
      } else if (draw % 4 == 2) {
        suspects.exempt(std::span(&node, 1));
        flags.is_exempt[node.value()] = true;
      } else {
        suspects.set_root(node, draw / 2 % 2 == 0);
        flags.root = node;
        flags.root_is_wrong = draw / 2 % 2 == 0;
      }
      RC_ASSERT(difference(suspects, flags, tree) == "");
    }
  }));
}

TEST(IntervalSuspects, AgreeWithFlagsWhenManyAreExempt) {
  const tree::SearchTree tree = support::call_like(1500, 5);
  std::vector<SearchId> weightless;
  BruteForce flags(tree);
  for (std::uint32_t i = 0; i < tree.size(); i += 7) {
    weightless.push_back(SearchId{i});
    flags.is_weightless[i] = true;
  }
  const Shape shape(tree, uniform_prior(tree.size(), weightless));
  IntervalSuspects suspects(shape);
  suspects.clear(SearchId{40});
  flags.clear(SearchId{40});
  for (int round = 0; round < 3; ++round) {
    std::vector<SearchId> exempt;
    for (std::uint32_t i = static_cast<std::uint32_t>(round); i < tree.size(); i += 5)
      exempt.push_back(SearchId{i});
    suspects.exempt(exempt);
    for (const SearchId node : exempt) flags.is_exempt[node.value()] = true;
    suspects.clear(SearchId{700u + static_cast<std::uint32_t>(round)});
    flags.clear(SearchId{700u + static_cast<std::uint32_t>(round)});
    EXPECT_EQ(difference(suspects, flags, tree), "") << "round " << round;
  }
  EXPECT_NE(&suspects.shape(), &shape) << "so many are left out of the shape";
}

TEST(IntervalSuspects, ACopyGoesItsOwnWay) {
  const tree::SearchTree tree = support::star(10);
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.clear(SearchId{1});
  IntervalSuspects copy = suspects;
  copy.clear(SearchId{2});
  copy.set_root(SearchId{3}, true);
  EXPECT_EQ(suspects.total(), 9u);
  EXPECT_FALSE(suspects.is_cleared(SearchId{2}));
  EXPECT_EQ(copy.weight(SearchId{0}), 8u);
}

TEST(IntervalSuspects, SkippedNodesStaySuspects) {
  const tree::SearchTree tree = tree::read_text("root\n  a\n    b\n  c\n").value();
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  suspects.skip(SearchId{3});
  suspects.skip(SearchId{1});
  EXPECT_EQ(suspects.total(), 4u);
  EXPECT_FALSE(suspects.askable(SearchId{1}));
  EXPECT_TRUE(suspects.askable(SearchId{2}));
  EXPECT_THAT(suspects.skipped(), ElementsAre(SearchId{1}, SearchId{3}));
  suspects.clear(SearchId{3});
  EXPECT_THAT(suspects.skipped(), ElementsAre(SearchId{1}));
  suspects.unskip(SearchId{1});
  EXPECT_TRUE(suspects.askable(SearchId{1}));
}

TEST(IntervalSuspects, PassOverClearedSiblingsByShape) {
  const tree::SearchTree tree = support::star(1000);
  const Shape shape(tree);
  IntervalSuspects suspects(shape);
  for (std::uint32_t i = 2; i < 900; ++i) suspects.clear(SearchId{i});
  suspects.clear(SearchId{999});
  const std::uint32_t end = shape.end_slot(SearchId{0});
  EXPECT_EQ(suspects.next_present_slot(0, end), 0u);
  EXPECT_EQ(shape.child_at(suspects.next_present_slot(1, end)), SearchId{900});
  EXPECT_EQ(suspects.next_present_slot(end - 1, end), end);
}

}  // namespace
}  // namespace culprit::strategy
