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

── calls in a row ──────────────────────────────────────────────────────── look 1 · about 2 to go ──

  3 calls of right in a row:

    1  right(tower = (8, 1)) = (9, 1)
    2  right(tower = (9, 1)) = (10, 1)
    3  right(tower = (10, 1)) = (11, 1)

Given this input, did they all do the right thing?
> yes

── calls in a row ─────────────────────────────────────────── look 2 · the last, if all goes well ──

  2 calls of left in a row:

    1  left(king = (5, 1)) = (4, 1)
    2  left(king = (4, 1)) = (3, 1)

Given this input, did they all do the right thing?
> skip

── a call ──────────────────────────────────────────────────────────────── look 3 · about 2 to go ──

  left(king = (5, 1))
  called by  castling

  returned   (4, 1)

Given this input, did it do the right thing?
> yes

── a call ─────────────────────────────────────────────────── look 4 · the last, if all goes well ──

  left(king = (4, 1))
  called by  castling

  returned   (3, 1)

Given this input, did it do the right thing?
> no

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
  EXPECT_THAT(run.out,
              HasSubstr("The bug is in right.\n\n  3 calls of right in a row:\n"
                        "    1  right(tower = (8, 1)) = (9, 1)\n    2  right(tower = (9, 1)) = (10, 1)\n"
                        "    3  right(tower = (10, 1)) = (11, 1)\n"
                        "  The chain is wrong, and its calls are all of this function.\n"));
}

TEST_F(Reshape, AResumedSessionKeepsItsTree) {
  culprit({"debug", "chess.tree", "--transform", "collapse", "--strategy", "top-down"}, "yes\nquit\n");
  const Finished run = culprit({"debug", "chess.tree", "--resume"}, "no\nlog\n");
  EXPECT_THAT(run.out, HasSubstr("\n  2 calls of left in a row:\n"));
  EXPECT_THAT(
      run.out,
      HasSubstr("  1  yes          3 calls of right in a row: right(tower = (8, 1)) = (9, 1); right("));
  EXPECT_THAT(run.out, HasSubstr("The bug is in left."));
}

TEST_F(Reshape, NoWithANumberNamesTheWrongCallOfAChain) {
  const std::vector<std::string> command{"debug",      "chess.tree", "--transform", "collapse",
                                         "--strategy", "top-down",   "--no-save"};
  const Finished run = culprit(command, "no 4\nno 0\nno 2\n");
  EXPECT_THAT(run.err, HasSubstr("culprit: There is no call 4 in this chain.\n"
                                 "  hint: Its calls are 1 to 3; 'jump NODE' asks about any other node.\n"));
  EXPECT_THAT(run.err, HasSubstr("culprit: 'no' takes the number of a call in the list, from 1, not '0'\n"));
  EXPECT_THAT(run.out, HasSubstr("> no 2\n\nThe bug is in right.\n\n  right(tower = (9, 1)) = (10, 1)\n"));
  EXPECT_EQ(run.code, 0);
  const Finished alone = culprit(command, "jump 4\nno 1\nlog\nundo\n");
  EXPECT_THAT(alone.err, HasSubstr("culprit: No chain is asked whose calls could be numbered.\n"));
  EXPECT_THAT(alone.err, HasSubstr("There is nothing to undo.")) << "nothing was answered";
}

TEST_F(Reshape, ChainsHaveAsManyCallsAsCanBeListed) {
  std::string text = "main\n";
  for (int i = 1; i <= 30; ++i) text += "  f(" + std::to_string(i) + ") = 0\n";
  write("long.tree", text);
  const auto first = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"debug", "long.tree", "--strategy", "top-down", "--no-save",
                                     "--transform", "collapse", "--json"});
    std::istringstream lines(culprit(options, "quit\n").out);
    std::string opened, question;
    std::getline(lines, opened);
    std::getline(lines, question);
    return std::pair(nlohmann::json::parse(opened), nlohmann::json::parse(question));
  };
  const auto [opened, usual] = first({});
  EXPECT_EQ(opened["chain_size"], 12);
  EXPECT_EQ(opened["reshaped_nodes"], 4) << "30 calls are three chains of ten";
  EXPECT_EQ(usual["node"], "1-10");
  ASSERT_EQ(usual["parts"].size(), 10u);
  EXPECT_EQ(usual["parts_total"], 10);
  EXPECT_EQ(usual["parts"][9]["number"], 10);
  EXPECT_EQ(usual["parts"][9]["text"], "f(10) = 0");
  EXPECT_EQ(first({"--chain-size", "30"}).second["parts"].size(), 30u);
  EXPECT_EQ(first({"--chain-size", "2"}).second["node"], "1-2");
  EXPECT_THAT(culprit({"tree", "long.tree", "--transform", "collapse"}).out, HasSubstr("1-10 "));
  EXPECT_THAT(culprit({"tree", "long.tree", "--transform", "collapse", "--chain-size", "15"}).out,
              HasSubstr("1-15 "));
  EXPECT_THAT(culprit({"show", "long.tree", "16-30", "--transform", "collapse", "--chain-size", "15"}).out,
              HasSubstr("15 calls of f in a row:\nnode 16-30, "));
  EXPECT_THAT(culprit({"export", "long.tree", "--transform", "collapse", "--chain-size", "15"}).out,
              HasSubstr("    f(15) = 0\n  chain\n    f(16) = 0\n"));
  const auto collapsed = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"evaluate", "long.tree", "--transform", "collapse", "--json"});
    const std::string out = culprit(options).out;
    return nlohmann::json::parse(out.substr(out.find('\n') + 1))["collapsed"];
  };
  EXPECT_EQ(collapsed({}), 1) << "any number, as in the papers";
  EXPECT_EQ(collapsed({"--chain-size", "12"}), 3);
}

TEST_F(Reshape, WhoCannotSeeAChainCannotClearIt) {
  std::string text = "main\n";
  for (int i = 1; i <= 1001; ++i) text += "  f\n";
  write("long.tree", text);
  const Finished run = culprit({"debug", "long.tree", "--strategy", "top-down", "--no-save", "--transform",
                                "collapse", "--chain-size", "2000"},
                               "yes\nskip\nyes\nyes\n");
  EXPECT_THAT(run.out, HasSubstr("    1000  f\n    … 1 more\n"));
  EXPECT_EQ(run.err,
            "culprit: Only 1,000 of the 1,001 calls of this chain can be shown, and all would be cleared.\n"
            "  hint: 'skip' opens the chain: then its halves are asked.\n");
  EXPECT_THAT(run.out, HasSubstr("The bug is in main."));
}

TEST_F(Reshape, AResumedSessionKeepsItsChains) {
  std::string text = "main\n";
  for (int i = 1; i <= 6; ++i) text += "  f(" + std::to_string(i) + ") = 0\n";
  write("six.tree", text);
  culprit({"debug", "six.tree", "--transform", "collapse", "--strategy", "top-down", "--chain-size", "3"},
          "yes\nquit\n");
  const Finished run = culprit({"debug", "six.tree", "--resume"}, "no 3\n");
  EXPECT_THAT(run.out, HasSubstr("\n  3 calls of f in a row:\n\n    1  f(4) = 0\n"));
  EXPECT_THAT(run.out, HasSubstr("The bug is in f.\n\n  f(6) = 0\n"));
  const Finished other = culprit({"debug", "six.tree", "--resume", "--chain-size", "6"}, "");
  EXPECT_EQ(
      other.err,
      "culprit: The session was started with --chain-size 3, and cannot be resumed with --chain-size 6.\n"
      "  hint: Leave it out, or start anew with --new.\n");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(culprit({"tree", "six.tree", "--marks", "--transform", "collapse"}).out, HasSubstr("1-3 "));
}

TEST_F(Reshape, FoldAndUnfoldCloseAndOpen) {
  write("deep.tree", "a\n  b\n    c\n    d\n  e\n");
  const Finished run = culprit({"debug", "deep.tree", "--strategy", "top-down", "--no-save"},
                               "fold\nunfold\nfold 1\nfold 1\nfold 0\nno\nyes\nyes\n");
  EXPECT_THAT(run.err, HasSubstr("culprit: This node is closed already.\n  hint: unfold opens it.\n"));
  EXPECT_THAT(run.err, HasSubstr("culprit: The search is inside this node, or elsewhere.\n"));
  EXPECT_THAT(run.out, HasSubstr("look 1 · about 2 to go ──\n\n  b\n  called by  a\n\n"
                                 "Given this input, did it do the right thing?\n> no\n\n── a call ─"));
  EXPECT_THAT(run.out, HasSubstr("The bug is in b."));
}

TEST_F(Reshape, NamesAreThoseOfTheOriginal) {
  const Finished run =
      culprit({"debug", "chess.tree", "--transform", "collapse", "--no-save"}, "jump 5\ntree\nquit\n");
  EXPECT_THAT(run.out, HasSubstr("\n  5    └─ · left(king = (4, 1)) = (3, 1)\n"));
  EXPECT_THAT(run.out, HasSubstr("\n4-5 └─ · 2 calls of left in a row: "));
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
