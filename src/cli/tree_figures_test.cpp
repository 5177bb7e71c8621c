#include "src/cli/tree_figures.h"

#include <gtest/gtest.h>

#include "src/tree/text.h"

namespace culprit::cli {
namespace {

TEST(TreeFigures, CountLevelsLeavesAndCalls) {
  const auto tree = tree::read_text("main\n  f\n    g\n    g\n  g\n    g\n      f\n");
  ASSERT_TRUE(tree);
  const TreeFigures figures = tree_figures(*tree);
  EXPECT_EQ(figures.depth, 4u);
  EXPECT_EQ(figures.leaves, 3u);
  ASSERT_EQ(figures.functions.size(), 3u);
  EXPECT_EQ(tree->function(figures.functions[0].function).name, "g");
  EXPECT_EQ(figures.functions[0].calls, 4u);
  EXPECT_EQ(figures.functions[1].calls, 2u);
}

}  // namespace
}  // namespace culprit::cli
