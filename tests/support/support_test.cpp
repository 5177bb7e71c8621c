#include <gtest/gtest.h>

#include "src/tree/text.h"
#include "tests/support/tree_gen.h"
#include "tests/support/trees.h"

namespace culprit::support {
namespace {

TEST(Shapes, LookAsTheyAreCalled) {
  EXPECT_EQ(tree::to_text(path(3)), "f0\n  f1\n    f1\n");
  EXPECT_EQ(tree::to_text(star(3)), "f0\n  f1\n  f1\n");
  EXPECT_EQ(tree::to_text(comb(5)), "f0\n  f2\n  f1\n    f2\n    f1\n");
  EXPECT_EQ(tree::to_text(wide(6, 2)), "f0\n  f1\n    f2\n    f3\n  f1\n    f2\n");
  EXPECT_EQ(tree::to_text(binomial(3)), "f0\n  f2\n    f1\n      f0\n    f0\n  f1\n    f0\n  f0\n");
}

TEST(Shapes, HaveTheSizeAskedForAndAPreorder) {
  for (const std::uint32_t size : {1u, 2u, 7u, 1000u}) {
    for (const tree::Tree& tree : {call_like(size), random_recursive(size), wide(size, 10), comb(size)}) {
      ASSERT_EQ(tree.size(), size);
      for (std::uint32_t i = 1; i < size; ++i) {
        const NodeId n{i};
        ASSERT_LT(tree.parent(n), n);
        ASSERT_LE(tree.end(n), tree.end(tree.parent(n)));
      }
    }
  }
}

TEST(Shapes, DependOnTheSeedAlone) {
  EXPECT_EQ(dump(call_like(200, 5)), dump(call_like(200, 5)));
  EXPECT_NE(dump(call_like(200, 5)), dump(call_like(200, 6)));
  EXPECT_NE(dump(random_recursive(200, 5)), dump(random_recursive(200, 6)));
}

TEST(Shapes, ComeFromParents) {
  constexpr std::int64_t kParents[] = {-1, 0, 1, 0};
  EXPECT_EQ(tree::to_text(from_parents(kParents)), "f\n  f\n    f\n  f\n");
}

TEST(NodeSpecs, AreATreeWhateverTheyAre) {
  std::vector<NodeSpec> nodes(4);
  nodes[0].up = nodes[1].up = 7;
  nodes[3].up = 1;
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].name = std::string(1, static_cast<char>('a' + i));
  EXPECT_EQ(tree::to_text(build(nodes)), "a\n  b\n    c\n    d\n");
}

}  // namespace
}  // namespace culprit::support
