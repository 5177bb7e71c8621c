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
  RowBits bits(from.tree.size());
  for (const std::uint32_t node : nodes) bits.add(SearchId{node});
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
                    "  chain projected\n"
                    "    c\n"
                    "      d\n"
                    "    e\n",
                    {1, 7}),
            "a\n"
            "  f collapsed\n"
            "    f\n"
            "    f\n"
            "  chain projected\n"
            "    c\n"
            "    e\n");
}

TEST(Drop, AnyNodesOfAnyTreeAndNearestNamesTheOneAbove) {
  EXPECT_TRUE(rc::check("laws", [] {
    const tree::Tree tree = support::build(*support::plain_trees());
    const Reshaped from = unchanged(tree);
    RowBits bits(tree.size());
    std::uint32_t left = 1;
    for (std::uint32_t n = 1; n < tree.size(); ++n) {
      if (*rc::gen::inRange(0, 3) == 0) bits.add(SearchId{n});
      left += bits.has(SearchId{n}) ? 0 : 1;
    }
    const Reshaped result = drop(from, bits);
    RC_ASSERT(broken_law(result, tree) == "");
    RC_ASSERT(result.tree.size() == left);
    for (std::uint32_t n = 0; n < tree.size(); ++n) {
      NodeId above{n};
      while (bits.has(SearchId{above.value()})) above = tree.parent(above);
      RC_ASSERT(result.origin_of(result.nearest(tree, NodeId{n})) == above);
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
      "  chain projected\n"
      "    chain projected\n"
      "      f\n"
      "        f\n"
      "      g\n"
      "    f\n");
  const Droppable droppable(from, {});
  std::string any;
  std::string recursive;
  for (std::uint32_t n = 0; n < from.tree.size(); ++n) {
    any += droppable.has(SearchId{n}) ? "x" : ".";
    recursive += droppable.has_recursive(SearchId{n}) ? "x" : ".";
  }
  EXPECT_EQ(any, ".xx......x..");
  EXPECT_EQ(recursive, ".x.......x..");
}

}  // namespace
}  // namespace culprit::transform
