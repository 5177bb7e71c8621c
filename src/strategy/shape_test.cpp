#include "src/strategy/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>

#include "src/tree/text.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

using testing::ElementsAre;

std::vector<std::uint32_t> children(const Shape& shape, std::uint32_t node) {
  const auto span = shape.children_by_size(SearchId{node});
  return {span.begin(), span.end()};
}

/// Empty, or the first law of a shape that does not hold.
std::string broken_law(const Shape& shape) {
  const tree::SearchTree& tree = shape.tree();
  std::uint32_t in_shape = 0;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const SearchId node{i};
    if (!shape.has(node)) continue;
    ++in_shape;
    if (shape.at_position(shape.position(node)) != node) return "positions and nodes do not match";
    const auto all = shape.children_by_size(node);
    for (std::size_t c = 0; c < all.size(); ++c) {
      const SearchId child{all[c]};
      if (shape.parent(child) != node) return "a child has another parent";
      if (shape.slot_of(child) != shape.first_slot(node) + c) return "a child is not found at its slot";
      const bool is_next =
          shape.position(child) == shape.position(node) + 1 &&
          shape.head_position(shape.position(child)) == shape.head_position(shape.position(node));
      if (is_next != (c == 0)) return "the path does not go on to the heaviest child, and only to it";
      if (c == 0) continue;
      const SearchId before{all[c - 1]};
      const bool is_sorted = shape.weight(before) > shape.weight(child) ||
                             (shape.weight(before) == shape.weight(child) && before < child);
      if (!is_sorted) return "children are not sorted by weight, then call order";
    }
  }
  return in_shape == shape.positions() ? "" : "not every node is on a path";
}

TEST(Shape, SortsChildrenBySizeAndEqualOnesInCallOrder) {
  const tree::SearchTree tree = tree::read_text("root\n  a\n  b\n    x\n    y\n  c\n  d\n    z\n").value();
  const Shape shape(tree);
  EXPECT_THAT(children(shape, 0), ElementsAre(2, 6, 1, 5));
  EXPECT_THAT(children(shape, 2), ElementsAre(3, 4));
  EXPECT_THAT(children(shape, 1), ElementsAre());
}

TEST(Shape, KeepsItsLawsOnAnyTree) {
  EXPECT_TRUE(rc::check("laws", [] {
    const tree::SearchTree tree = support::build(*support::plain_trees());
    RC_ASSERT(broken_law(Shape(tree)) == "");
  }));
}

TEST(Shape, KeepsItsLawsWithAPrior) {
  EXPECT_TRUE(rc::check("laws", [] {
    const tree::SearchTree tree = support::build(*support::plain_trees());
    const auto weights =
        *rc::gen::container<std::vector<std::uint32_t>>(tree.size(), rc::gen::inRange<std::uint32_t>(0, 4));
    std::vector<SearchId> exempt, weightless;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      if (*rc::gen::inRange(0, 3) == 0) exempt.push_back(SearchId{i});
      if (*rc::gen::inRange(0, 3) == 0) weightless.push_back(SearchId{i});
    }
    const bool has_weights = *rc::gen::arbitrary<bool>();
    const auto prior = std::make_shared<const Prior>(
        tree.size(), has_weights ? std::span<const std::uint32_t>(weights) : std::span<const std::uint32_t>(),
        exempt, weightless);
    RC_ASSERT(broken_law(Shape(tree, prior)) == "");
  }));
}

TEST(Shape, KeepsItsLawsOnLongAndWideTrees) {
  EXPECT_EQ(broken_law(Shape(support::path(100'000))), "");
  EXPECT_EQ(broken_law(Shape(support::star(100'000))), "");
  EXPECT_EQ(broken_law(Shape(support::comb(100'000))), "");
  EXPECT_EQ(broken_law(Shape(support::call_like(100'000))), "");
  EXPECT_EQ(broken_law(Shape(support::random_recursive(100'000))), "");
}

TEST(Shape, SortsThousandsOfSiblingsSomeOfThemHuge) {
  // More siblings than are compared one by one, a few of them beyond the weights that are counted.
  std::mt19937 random(3);
  std::vector<std::int64_t> parents{-1};
  for (int child = 0; child < 3000; ++child) {
    const auto top = static_cast<std::int64_t>(parents.size());
    parents.push_back(0);
    const std::uint64_t below =
        child % 1000 == 500 ? 70'000u + static_cast<std::uint32_t>(child) : random() % 50;
    for (std::uint64_t i = 0; i < below; ++i) parents.push_back(top);
  }
  const tree::SearchTree tree = support::from_parents(parents);
  EXPECT_EQ(broken_law(Shape(tree)), "");
}

TEST(Shape, LeavesOutWhatAPriorExempts) {
  //                                              0      1     2      3      4       5
  const tree::SearchTree tree = tree::read_text("root\n  a\n    b\n      c\n      d\n  e\n").value();
  const SearchId exempt[] = {SearchId{1}, SearchId{2}};
  const Shape shape(tree,
                    std::make_shared<const Prior>(tree.size(), std::span<const std::uint32_t>(), exempt));
  EXPECT_FALSE(shape.has(SearchId{2}));
  EXPECT_THAT(children(shape, 0), ElementsAre(3, 4, 5));
  EXPECT_EQ(shape.parent(SearchId{4}), SearchId{0});
  EXPECT_EQ(shape.parent(SearchId{2}), SearchId{0});
  EXPECT_EQ(shape.weight(SearchId{1}), 2u);
}

TEST(Shape, KeepsWeightlessNodesUnlessTheyAreExempt) {
  //                                              0      1     2      3      4       5
  const tree::SearchTree tree = tree::read_text("root\n  a\n    b\n      c\n      d\n  e\n").value();
  const SearchId weightless[] = {SearchId{1}, SearchId{2}};
  const Shape shape(tree, uniform_prior(tree.size(), weightless));
  EXPECT_THAT(children(shape, 0), ElementsAre(1, 5));
  EXPECT_EQ(shape.parent(SearchId{3}), SearchId{2});
  EXPECT_EQ(shape.weight(SearchId{1}), 2u);
  EXPECT_EQ(shape.weight(SearchId{0}), 4u);
  const SearchId exempt[] = {SearchId{2}};
  const Shape less(tree, std::make_shared<const Prior>(*shape.prior(), exempt));
  EXPECT_THAT(children(less, 1), ElementsAre(3, 4));
  EXPECT_TRUE(less.is_weightless(SearchId{1}));
  EXPECT_FALSE(less.is_weightless(SearchId{2}));
}

TEST(Shape, FindsChildrenInARangeOfIds) {
  const tree::SearchTree tree = tree::read_text("root\n  a\n  b\n    x\n  c\n  d\n    z\n  e\n").value();
  const Shape shape(tree);  // by size: b 2, d 5, a 1, c 4, e 7
  const std::uint32_t end = shape.end_slot(SearchId{0});
  const auto next = [&](std::uint32_t slot, std::uint32_t lowest, std::uint32_t limit) {
    return shape.next_slot_between(slot, end, SearchId{lowest}, SearchId{limit});
  };
  EXPECT_EQ(next(0, 0, 100), 0u);
  EXPECT_EQ(next(0, 3, 100), 1u);
  EXPECT_EQ(next(0, 0, 2), 2u);
  EXPECT_EQ(next(0, 6, 100), 4u);
  EXPECT_EQ(next(3, 0, 2), end);
}

TEST(Shape, TakesAtMost17BytesANode) {
  EXPECT_LE(Shape(support::call_like(1'000'000)).bytes(), 17'000'000u);
}

}  // namespace
}  // namespace culprit::strategy
