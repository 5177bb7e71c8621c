// The optimum of trees, as users see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Optimal : public CommandLine {
 protected:
  std::string printed(std::vector<std::string> words) {
    words.insert(words.begin(), "optimal");
    const Finished run = culprit(std::move(words));
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return run.out;
  }
};

// Example 2.4 of "Hacia una Estrategia Óptima para la Depuración Algorítmica" (Insa, Silva): below the root a chain of four and a
// node with three leaves. The node with leaves, n6, is the only optimal first question.
TEST_F(Optimal, SearchIsPrintedByLevels) {
  write("example.tree", "n1\n  n2\n    n3\n      n4\n        n5\n  n6\n    n7\n    n8\n    n9\n");
  EXPECT_EQ(printed({"example.tree", "--all"}), R"(example.tree: 9 nodes, root wrong
optimum    30 questions in total, 3.33 on average, 4 at most
ask first  only this is optimal:
        5  n6

After "yes" goes on the next line of the same level, after "no" the one below, a level deeper. Where a
level ends, the bug is in the call above it.
        5  n6
        6    n7
        7    n8
        8    n9
        2  n3
        3    n4
        4      n5
        1  n2
)");
}

TEST_F(Optimal, FirstQuestionsAreListed) {
  write("star.tree", "main\n  a\n  b\n  c\n");
  EXPECT_THAT(printed({"star.tree", "--all", "--root", "undefined"}), HasSubstr(R"(root undefined
optimum    10 questions in total, 2.50 on average, 4 at most
ask first  any of these 3:
        1  a
        2  b
        3  c
)"));
}

TEST_F(Optimal, DepthIsLimited) {
  write("path.tree", "a\n  b\n    c\n      d\n        e\n");
  EXPECT_THAT(printed({"path.tree", "--depth", "1"}), HasSubstr(" deeper; --depth shows more\n"));
}

TEST_F(Optimal, NothingIsAskedAboutALoneWrongNode) {
  write("lone.tree", "main\n");
  EXPECT_EQ(printed({"lone.tree"}),
            "lone.tree: 1 node, root wrong\noptimum    0 questions in total, 0.00 on average, 0 at most\n"
            "There is nothing to ask.\n");
}

TEST_F(Optimal, SearchThatIsGivenUpHasBoundsAndAQuestion) {
  // 600 nodes of many shapes: no search settles them at once.
  std::string text = "main\n";
  std::uint32_t random = 1;
  for (std::uint32_t i = 0, level = 1; i < 600; ++i) {
    random = random * 1664525 + 1013904223;
    level = 1 + (random >> 16) % (level + 1) % 12;
    text += std::string(2 * level, ' ') + "f\n";
  }
  write("large.tree", text);
  const std::string out = printed({"large.tree", "--steps", "0"});
  EXPECT_THAT(out, HasSubstr("The search was given up; --steps allows more.\nbest yet   node "));
  const json object = json::parse(printed({"large.tree", "--steps", "0", "--json"}));
  EXPECT_EQ(object["exact"], false);
  EXPECT_LT(object["optimum_lower"], object["optimum_upper"]);
  EXPECT_TRUE(object["first"]["node"].is_string());
  EXPECT_FALSE(object.contains("plan"));
}

/// The sum of the questions on all ways through the plan, by the nodes that they name.
std::uint64_t total_of(const json& plan) {
  std::vector<std::uint64_t> asked(plan.size());
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].contains("verdict")) total += asked[i];
    for (const char* answer : {"if_wrong", "if_right"})
      if (plan[i].contains(answer) && !plan[i][answer].is_null())
        asked[plan[i][answer].get<std::size_t>()] = asked[i] + 1;
  }
  return total;
}

TEST_F(Optimal, PlanHasTheOptimalTotal) {
  for (const char* file : {"mergesort.tree", "chess.tree", "equal_sets.tree"}) {
    const json object = json::parse(printed({file, "--json"}));
    EXPECT_EQ(object["exact"], true) << file;
    EXPECT_EQ(total_of(object["plan"]), object["optimum_upper"]) << file;
    EXPECT_EQ(object["plan"][0]["ask"], object["first"]["node"]) << file;
  }
}

TEST_F(Optimal, ChainsOfCallsAreOneQuestion) {
  EXPECT_THAT(printed({"chess.tree", "--transform", "balance"}),
              HasSubstr("ask first  node 1-3: 3 calls of right in a row: "));
}

TEST_F(Optimal, UnknownTransformationIsRefused) {
  EXPECT_EQ(culprit({"optimal", "chess.tree", "--transform", "ballance"}).code, 2);
}

}  // namespace
}  // namespace culprit::test
