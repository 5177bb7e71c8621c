#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/transform/drop.h"
#include "src/transform/test_text.h"
#include "src/transform/transformations.h"
#include "tests/support/tree_gen.h"

namespace culprit::transform {
namespace {

std::string compressed(std::string_view text) {
  const Reshaped from = from_text(text);
  const Reshaped result = compress_chains(from);
  EXPECT_EQ(broken_law(result, original_of(from)), "");
  return to_text(result);
}

TEST(CompressChains, AChainOfRecursiveCallsAloneGoes) {
  EXPECT_EQ(compressed("main\n"
                       "  f\n"
                       "    f\n"
                       "      f\n"),
            "main\n"
            "  f\n");
}

TEST(CompressChains, TheLastCallOfAChainStaysIfItCallsOthers) {
  EXPECT_EQ(compressed("f\n"
                       "  f\n"
                       "    f\n"
                       "      g\n"),
            "f\n"
            "  f\n"
            "    g\n");
}

TEST(CompressChains, ACallThatHasAnotherChildStays) {
  const std::string_view text =
      "f\n"
      "  g\n"
      "  f\n"
      "    g\n"
      "    f\n"
      "      g\n";
  EXPECT_EQ(compressed(text), text);
}

TEST(CompressChains, CallsThatLoseAllTheirChildrenGoToo) {
  EXPECT_EQ(compressed("f\n"
                       "  g\n"
                       "  f\n"
                       "    f\n"
                       "      f\n"
                       "    f\n"),
            "f\n"
            "  g\n");
}

TEST(CompressChains, ACollapsedRunIsNoRecursiveCall) {
  const std::string_view text =
      "f\n"
      "  f\n"
      "    f collapsed\n"
      "      f\n"
      "      f\n";
  EXPECT_EQ(compressed(text), text);
}

/// The rule as it is stated, on a tree: its first node that it would compress.
SearchId first_in_chain(const tree::SearchTree& tree) {
  for (std::uint32_t n = 1; n < tree.size(); ++n) {
    const SearchId node{n};
    if (tree.function_id(node) != tree.function_id(tree.parent(node))) continue;
    const SearchId child{n + 1};
    const bool is_chain = !tree.is_leaf(node) && tree.end(child) == tree.end(node) &&
                          tree.function_id(child) == tree.function_id(node);
    if (tree.is_leaf(node) || is_chain) return node;
  }
  return kNoSearchId;
}

TEST(CompressChains, IsTheRuleAppliedUntilItAppliesToNothing) {
  EXPECT_TRUE(rc::check("one by one", [] {
    const tree::Tree tree = support::build(*support::plain_trees());
    const Reshaped result = compress_chains(unchanged(tree));
    RC_ASSERT(broken_law(result, tree) == "");
    Reshaped expected = unchanged(tree);
    for (SearchId node; (node = first_in_chain(expected.tree)) != kNoSearchId;) {
      RowBits bits(expected.tree.size());
      bits.add(node);
      expected = drop(expected, bits);
    }
    RC_ASSERT(to_text(result) == to_text(expected));
    RC_ASSERT(origins(result) == origins(expected));
  }));
}

}  // namespace
}  // namespace culprit::transform
