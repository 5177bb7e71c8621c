#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "src/transform/test_text.h"
#include "src/transform/transformations.h"

namespace culprit::transform {
namespace {

std::string dissolved(std::string_view text) {
  const Reshaped from = from_text(text);
  const Reshaped result = without_loops(from);
  EXPECT_EQ(broken_law(result, original_of(from)), "");
  return to_text(result);
}

TEST(WithoutLoops, NestedLoopsBecomeTheCallsOfTheirFunction) {
  EXPECT_EQ(dissolved("main\n"
                      "  sum\n"
                      "    loop rows\n"
                      "      get\n"
                      "      loop columns\n"
                      "        add\n"
                      "        loop columns\n"
                      "          add\n"
                      "      loop rows\n"
                      "        get\n"
                      "        loop columns\n"
                      "          add\n"
                      "            carry\n"
                      "    done\n"
                      "  print\n"),
            "main\n"
            "  sum\n"
            "    get\n"
            "    add\n"
            "    add\n"
            "    get\n"
            "    add\n"
            "      carry\n"
            "    done\n"
            "  print\n");
}

TEST(WithoutLoops, EmptyIterationsGo) {
  EXPECT_EQ(dissolved("main\n"
                      "  loop\n"
                      "    loop\n"
                      "      loop\n"),
            "main\n");
}

TEST(WithoutLoops, TheRootStaysWhateverItIs) {
  EXPECT_EQ(dissolved("loop\n"
                      "  loop\n"
                      "    f\n"),
            "loop\n"
            "  f\n");
}

TEST(WithoutLoops, PartsOfMadeNodesStay) {
  const std::string_view text =
      "main\n"
      "  loop collapsed\n"
      "    loop\n"
      "    loop\n";
  EXPECT_EQ(dissolved(text), text);
}

TEST(WithoutLoops, KeepsAllCallsInTheirOrder) {
  EXPECT_TRUE(rc::check("the same calls", [] {
    const auto drawn = *rc::gen::container<std::vector<std::pair<int, int>>>(
        rc::gen::pair(rc::gen::inRange(0, 9), rc::gen::inRange(0, 4)));
    std::string text = "main\n";
    std::string calls = "main\n";
    std::size_t level = 0;
    for (const auto& [up, kind] : drawn) {
      level = level + 1 - std::min<std::size_t>(static_cast<std::size_t>(up), level);
      const std::string name = kind < 2 ? "loop " + std::to_string(kind) : "f" + std::to_string(kind);
      text += std::string(2 * level, ' ') + name + "\n";
      if (kind >= 2) calls += name + "\n";
    }
    const Reshaped from = from_text(text);
    const Reshaped result = without_loops(from);
    RC_ASSERT(broken_law(result, original_of(from)) == "");
    std::string left;
    for (std::uint32_t n = 0; n < result.tree.size(); ++n) {
      left += result.tree.function(SearchId{n}).name + "\n";
    }
    RC_ASSERT(left == calls);
  }));
}

}  // namespace
}  // namespace culprit::transform
