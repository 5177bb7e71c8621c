#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/transform/naive.h"
#include "src/transform/transformations.h"
#include "src/tree/text.h"
#include "tests/support/chained_trees.h"

namespace culprit::transform {
namespace {

std::string collapsed(std::string_view text) {
  const tree::Tree tree = *tree::read_text(text);
  return naive::picture(collapse(unchanged(tree), LabelContexts(tree)));
}

TEST(Collapse, MakesThreeNodesOfTheGameOfChess) {
  EXPECT_EQ(collapsed("castling\n"
                      "  t.right\n"
                      "  t.right\n"
                      "  t.right\n"
                      "  k.left\n"
                      "  k.left\n"),
            "0 castling\n"
            "  1-3 t.right collapsed\n"
            "    1 t.right\n"
            "    2 t.right\n"
            "    3 t.right\n"
            "  4-5 k.left collapsed\n"
            "    4 k.left\n"
            "    5 k.left\n");
}

TEST(Collapse, MakesEightNodesOfTheTwelveOfMergesort) {
  const tree::Tree tree = *tree::read_text(
      "OM({3,1,2}) = {2,3,0}\n"
      "  OM({3,1}) = {1,3}\n"
      "    OM({3}) = {3}\n"
      "    OM({1}) = {1}\n"
      "    merge({3},{1}) = {1,3}\n"
      "      delete({1}) = {}\n"
      "      delete({3}) = {}\n"
      "  OM({2}) = {2}\n"
      "  merge({1,3},{2}) = {2,3,0}\n"
      "    delete({1,3}) = {3}\n"
      "    delete({2}) = {}\n"
      "    delete({3}) = {}\n");
  const Reshaped result = collapse(unchanged(tree), LabelContexts(tree));
  EXPECT_EQ(naive::picture(result),
            "0 OM\n"
            "  1 OM\n"
            "    2-3 OM collapsed\n"
            "      2 OM\n"
            "      3 OM\n"
            "    4 merge\n"
            "      5-6 delete collapsed\n"
            "        5 delete\n"
            "        6 delete\n"
            "  7 OM\n"
            "  8 merge\n"
            "    9-11 delete collapsed\n"
            "      9 delete\n"
            "      10 delete\n"
            "      11 delete\n");
  EXPECT_EQ(tree.size(), 12u);
  EXPECT_EQ(result.tree.size() - result.hidden().size(), 8u);
}

TEST(Collapse, NeedsLeavesOfOneFunctionSideBySide) {
  EXPECT_EQ(collapsed("main\n"
                      "  f\n"
                      "  g\n"
                      "  f\n"
                      "    f\n"
                      "  f\n"),
            "0 main\n"
            "  1 f\n"
            "  2 g\n"
            "  3 f\n"
            "    4 f\n"
            "  5 f\n");
}

TEST(Collapse, CutsWhereContextsDiffer) {
  support::NodeSpec root;
  root.name = "main";
  std::vector<support::NodeSpec> nodes{root};
  for (const auto& [before, after] : {std::pair(1u, 2u), {2u, 3u}, {4u, 5u}, {5u, 6u}, {6u, 7u}, {1u, 7u}}) {
    support::NodeSpec leaf;
    leaf.up = nodes.size() == 1 ? 0 : 1;
    leaf.name = "f";
    leaf.before = before;
    leaf.after = after;
    nodes.push_back(leaf);
  }
  const tree::Tree tree = support::build(nodes);
  EXPECT_EQ(naive::picture(collapse(unchanged(tree), LabelContexts(tree))),
            "0 main\n"
            "  1-2 f collapsed\n"
            "    1 f\n"
            "    2 f\n"
            "  3-5 f collapsed\n"
            "    3 f\n"
            "    4 f\n"
            "    5 f\n"
            "  6 f\n");
}

TEST(Collapse, ChainsAreFoundByTheirFirstAndLastCall) {
  const tree::Tree tree = *tree::read_text("f\n  g\n  g\n  g\n");
  const Reshaped result = collapse(unchanged(tree), AnyContexts());
  ASSERT_EQ(result.made_as(SearchId{1}), Made::kCollapsed);
  EXPECT_EQ(result.origin_of(SearchId{1}), NodeId{1});
  EXPECT_EQ(result.last_of(SearchId{1}), NodeId{3});
  EXPECT_EQ(result.find(NodeId{1}, NodeId{3}), SearchId{1});
  EXPECT_EQ(result.find(NodeId{1}), SearchId{2});
  EXPECT_EQ(result.find(NodeId{3}), SearchId{4});
  EXPECT_EQ(result.find(NodeId{1}, NodeId{2}), kNoSearchId);
}

TEST(Collapse, AChainThatWasOpenedIsHalved) {
  const tree::Tree tree = *tree::read_text("f\n  g\n  g\n  g\n  g\n  g\n");
  const Wishes wishes{{}, {{NodeId{1}, NodeId{3}}, {NodeId{1}, NodeId{5}}}};
  EXPECT_EQ(naive::picture(collapse(unchanged(tree), AnyContexts(), wishes)),
            "0 f\n"
            "  1-5 chain projected\n"
            "    1-3 chain projected\n"
            "      1-2 g collapsed\n"
            "        1 g\n"
            "        2 g\n"
            "      3 g\n"
            "    4-5 g collapsed\n"
            "      4 g\n"
            "      5 g\n");
}

TEST(Collapse, AChainOfTooManyCallsBecomesSeveral) {
  const tree::Tree tree = *tree::read_text("f\n  g\n  g\n  g\n  g\n  g\n  h\n  h\n");
  EXPECT_EQ(naive::picture(collapse(unchanged(tree), AnyContexts(), {}, 2)),
            "0 f\n"
            "  1-2 g collapsed\n"
            "    1 g\n"
            "    2 g\n"
            "  3-4 g collapsed\n"
            "    3 g\n"
            "    4 g\n"
            "  5 g\n"
            "  6-7 h collapsed\n"
            "    6 h\n"
            "    7 h\n");
  const Reshaped longer = collapse(unchanged(tree), AnyContexts(), {}, 4);
  EXPECT_NE(longer.find(NodeId{1}, NodeId{3}), kNoSearchId) << "as even as can be: 3 and 2";
  EXPECT_NE(longer.find(NodeId{4}, NodeId{5}), kNoSearchId);
}

TEST(Collapse, IsAlgorithm3) {
  EXPECT_TRUE(rc::check("the same tree", [] {
    const tree::Tree tree = support::build(*support::chained_trees());
    const LabelContexts contexts(tree);
    const std::uint32_t size = *rc::gen::element(kAnyChainSize, 2u, 3u, 5u);
    const Reshaped result = collapse(unchanged(tree), contexts, {}, size);
    naive::Node expected = naive::read(tree);
    naive::shrink(expected, contexts, size);
    RC_ASSERT(naive::picture(result) == naive::picture(expected));
  }));
}

TEST(Collapse, LeavesNothingToCollapse) {
  EXPECT_TRUE(rc::check("twice is once", [] {
    const tree::Tree tree = support::build(*support::chained_trees());
    const LabelContexts contexts(tree);
    const std::uint32_t size = *rc::gen::element(kAnyChainSize, 2u, 3u, 5u);
    const Reshaped once = collapse(unchanged(tree), contexts, {}, size);
    RC_ASSERT(naive::picture(collapse(once, contexts, {}, size)) == naive::picture(once));
  }));
}

}  // namespace
}  // namespace culprit::transform
