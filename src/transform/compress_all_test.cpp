#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/transform/test_text.h"
#include "src/transform/transformations.h"
#include "tests/support/tree_gen.h"

namespace culprit::transform {
namespace {

std::string compressed(std::string_view text) {
  const Reshaped from = from_text(text);
  const Reshaped result = compress_all(from);
  EXPECT_EQ(broken_law(result, original_of(from)), "");
  return to_text(result);
}

TEST(CompressAll, DirectRecursionGoesAndCallsOfOthersStay) {
  EXPECT_EQ(compressed("f\n"
                       "  a\n"
                       "  f\n"
                       "    b\n"
                       "    f\n"
                       "      c\n"
                       "    g\n"
                       "      f\n"
                       "        f\n"
                       "  d\n"),
            "f\n"
            "  a\n"
            "  b\n"
            "  c\n"
            "  g\n"
            "    f\n"
            "  d\n");
}

TEST(CompressAll, IterationsAreRecursiveCalls) {
  EXPECT_EQ(compressed("main\n"
                       "  loop\n"
                       "    a\n"
                       "    loop\n"
                       "      b\n"),
            "main\n"
            "  loop\n"
            "    a\n"
            "    b\n");
}

TEST(CompressAll, LeavesNoRecursionAndOneNodeForEachOfItsTops) {
  EXPECT_TRUE(rc::check("no recursion", [] {
    const tree::Tree tree = support::build(*support::plain_trees());
    const Reshaped result = compress_all(unchanged(tree));
    RC_ASSERT(broken_law(result, tree) == "");
    std::uint32_t tops = 1;
    for (std::uint32_t n = 1; n < tree.size(); ++n) {
      tops += tree.function_id(NodeId{n}) != tree.function_id(tree.parent(NodeId{n})) ? 1 : 0;
    }
    RC_ASSERT(result.tree.size() == tops);
    for (std::uint32_t n = 1; n < result.tree.size(); ++n) {
      RC_ASSERT(result.tree.function_id(SearchId{n}) !=
                result.tree.function_id(result.tree.parent(SearchId{n})));
    }
  }));
}

}  // namespace
}  // namespace culprit::transform
