#include "src/transform/drop.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/transform/test_text.h"
#include "src/transform/transformations.h"
#include "tests/support/tree_gen.h"

namespace culprit::transform {
namespace {

std::string dropped(std::string_view text, std::initializer_list<std::uint32_t> nodes) {
  const Reshaped from = from_text(text);
  NodeBits bits(from.tree.size());
  for (const std::uint32_t node : nodes) bits.add(NodeId{node});
  const Reshaped result = drop(from, bits);
  EXPECT_EQ(broken_law(result, original_of(from)), "");
  return to_text(result);
}

TEST(Drop, ChildrenTakeThePlace) {
  EXPECT_EQ(dropped("a\n"
                    "  b\n"
                    "  c\n"
                    "    d\n"
                    "      e\n"
                    "    f\n"
                    "  g\n",
                    {2, 3}),
            "a\n"
            "  b\n"
            "  e\n"
            "  f\n"
            "  g\n");
}

TEST(Drop, LeavesGo) {
  EXPECT_EQ(dropped("a\n  b\n  c\n", {1, 2}), "a\n");
}

TEST(Drop, WhatIsMadeStaysMade) {
  EXPECT_EQ(dropped("a\n"
                    "  b\n"
                    "    f collapsed\n"
                    "      f\n"
                    "      f\n"
                    "  run projected\n"
                    "    c\n"
                    "      d\n"
                    "    e\n",
                    {1, 7}),
            "a\n"
            "  f collapsed\n"
            "    f\n"
            "    f\n"
            "  run projected\n"
            "    c\n"
            "    e\n");
}

TEST(Drop, MomentsAreThoseOfTheNodesThatStay) {
  tree::TreeBuilder builder;
  const FunctionId f = builder.add_function({});
  builder.open(f, Moment{10});
  builder.open(f, Moment{20});
  builder.open(f, Moment{30});
  builder.close(Moment{40});
  builder.open(f, Moment{50});
  builder.close();  // did not finish
  builder.close(Moment{60});
  builder.close(Moment{70});
  const Reshaped from = unchanged(builder.finish());
  NodeBits bits(4);
  bits.add(NodeId{1});
  const Reshaped result = drop(from, bits);
  ASSERT_EQ(result.tree.size(), 3u);
  EXPECT_EQ(result.tree.enter(NodeId{0}), Moment{10});
  EXPECT_EQ(result.tree.leave(NodeId{0}), Moment{70});
  EXPECT_EQ(result.tree.enter(NodeId{1}), Moment{30});
  EXPECT_EQ(result.tree.leave(NodeId{1}), Moment{40});
  EXPECT_EQ(result.tree.enter(NodeId{2}), Moment{50});
  EXPECT_EQ(result.tree.leave(NodeId{2}), kNoMoment);
}

TEST(Drop, AnyNodesOfAnyTreeAndNodeOfNamesTheNearestAbove) {
  EXPECT_TRUE(rc::check("laws", [] {
    const tree::Tree tree = support::build(*support::plain_trees());
    const Reshaped from = unchanged(tree);
    NodeBits bits(tree.size());
    std::uint32_t left = 1;
    for (std::uint32_t n = 1; n < tree.size(); ++n) {
      if (*rc::gen::inRange(0, 3) == 0) bits.add(NodeId{n});
      left += bits.has(NodeId{n}) ? 0 : 1;
    }
    const Reshaped result = drop(from, bits);
    RC_ASSERT(broken_law(result, tree) == "");
    RC_ASSERT(result.tree.size() == left);
    for (std::uint32_t n = 0; n < tree.size(); ++n) {
      NodeId above{n};
      while (bits.has(above)) above = tree.parent(above);
      RC_ASSERT(result.origin_of(result.node_of(tree, NodeId{n})) == above);
    }
  }));
}

TEST(Droppable, NeitherTheRootNorMadeNodesNorTheirParts) {
  const Reshaped from = from_text(
      "f\n"
      "  f\n"
      "  g\n"
      "  f collapsed\n"
      "    f\n"
      "    f\n"
      "  run projected\n"
      "    run projected\n"
      "      f\n"
      "        f\n"
      "      g\n"
      "    f\n");
  const Droppable droppable(from);
  std::string any;
  std::string recursive;
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    any += droppable.has(NodeId{n}) ? "x" : ".";
    recursive += droppable.has_recursive(NodeId{n}) ? "x" : ".";
  }
  EXPECT_EQ(any, ".xx......x..");
  EXPECT_EQ(recursive, ".x.......x..");
}

}  // namespace
}  // namespace culprit::transform
