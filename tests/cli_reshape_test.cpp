// Sessions and evaluations on reshaped trees, as a user sees them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using testing::HasSubstr;

/// The tree of the papers' chess example is in every folder.
class Reshape : public CommandLine {};

TEST_F(Reshape, ASkippedChainIsAskedAboutCallByCall) {
  const Finished run =
      culprit({"debug", "chess.tree", "--transform", "collapse", "--strategy", "top-down", "--no-save"},
              "yes\nskip\nyes\nno\n");
  EXPECT_EQ(run.out, R"(chess.tree: 6 nodes, 3 after collapse. The result of the run is taken to be wrong.

1  3 calls of right in a row:
     right(tower = (8, 1)) = (9, 1)
     right(tower = (9, 1)) = (10, 1)
     right(tower = (10, 1)) = (11, 1)
   3 suspects, 1 to 2 more questions (1.7 on average)
right? yes

2  2 calls of left in a row:
     left(king = (5, 1)) = (4, 1)
     left(king = (4, 1)) = (3, 1)
   2 suspects, 1 more question
right? skip

3  left(king = (5, 1)) = (4, 1)
   3 suspects, 1 to 2 more questions (1.7 on average)
right? yes

4  left(king = (4, 1)) = (3, 1)
   2 suspects, 1 more question
right? no

The bug is in left.

  left(king = (4, 1)) = (3, 1)
  It is wrong, and there is nothing below it.

Found with 4 answers.
)");
  EXPECT_EQ(run.code, 0);
}

TEST_F(Reshape, AWrongChainBlamesItsFunction) {
  const Finished run = culprit(
      {"debug", "chess.tree", "--transform", "collapse", "--strategy", "top-down", "--no-save"}, "no\n");
  EXPECT_THAT(run.out, HasSubstr("The bug is in right.\n\n  3 calls of right in a row:\n"
                                 "    right(tower = (8, 1)) = (9, 1)\n    right(tower = (9, 1)) = (10, 1)\n"
                                 "    right(tower = (10, 1)) = (11, 1)\n"
                                 "  The chain is wrong, and its calls are all of this function.\n"));
}

TEST_F(Reshape, AResumedSessionKeepsItsTree) {
  culprit({"debug", "chess.tree", "--transform", "collapse", "--strategy", "top-down"}, "yes\nquit\n");
  const Finished run = culprit({"debug", "chess.tree", "--resume"}, "no\nlog\n");
  EXPECT_THAT(run.out, HasSubstr("2  2 calls of left in a row:"));
  EXPECT_THAT(
      run.out,
      HasSubstr("  1  yes          3 calls of right in a row: right(tower = (8, 1)) = (9, 1); right("));
  EXPECT_THAT(run.out, HasSubstr("The bug is in left."));
}

TEST_F(Reshape, FoldAndUnfoldCloseAndOpen) {
  write("deep.tree", "a\n  b\n    c\n    d\n  e\n");
  const Finished run = culprit({"debug", "deep.tree", "--strategy", "top-down", "--no-save"},
                               "fold\nunfold\nfold 1\nfold 1\nfold 0\nno\nyes\nyes\n");
  EXPECT_THAT(run.err, HasSubstr("culprit: This node is closed already.\n  hint: unfold opens it.\n"));
  EXPECT_THAT(run.err, HasSubstr("culprit: The search is inside this node, or elsewhere.\n"));
  EXPECT_THAT(run.out,
              HasSubstr("1  b\n   3 suspects, 1 to 2 more questions (1.7 on average)\nright? no\n\n2  c\n"));
  EXPECT_THAT(run.out, HasSubstr("The bug is in b."));
}

TEST_F(Reshape, NamesAreThoseOfTheOriginal) {
  const Finished run =
      culprit({"debug", "chess.tree", "--transform", "collapse", "--no-save"}, "jump 5\ntree\nquit\n");
  EXPECT_THAT(run.out, HasSubstr("\n  5    └─ · left(king = (4, 1)) = (3, 1)\n"));
  EXPECT_THAT(run.out, HasSubstr("\n4-5 └─ · 2 calls in a row: "));
}

TEST_F(Reshape, EvaluateComparesBothTrees) {
  const Finished run =
      culprit({"evaluate", "chess.tree", "--strategy", "top-down", "--transform", "collapse", "--json"});
  std::istringstream lines(run.out);
  std::string line;
  std::getline(lines, line);
  const auto before = nlohmann::json::parse(line);
  std::getline(lines, line);
  const auto after = nlohmann::json::parse(line);
  EXPECT_EQ(before["transform"], "none");
  EXPECT_EQ(before["nodes"], 6);
  EXPECT_EQ(before["total"], 20);
  EXPECT_EQ(after["transform"], "collapse");
  EXPECT_EQ(after["nodes"], 3);
  EXPECT_EQ(after["total"], 5);
  EXPECT_EQ(after["collapsed"], 2);
  EXPECT_EQ(after["collapsed_parts"], 5);
  EXPECT_EQ(after["improvement"], 50.0);
}

}  // namespace
}  // namespace culprit::test
