// Whole sessions, compared literally: answers on standard input, as text and as JSON, and at a terminal.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::vector<json> events(const std::string& text) {
  std::vector<json> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
  return all;
}

std::vector<std::string> kinds(const std::vector<json>& all) {
  std::vector<std::string> words;
  for (const json& event : all) words.push_back(event["event"]);
  return words;
}

TEST_F(CommandLine, HelpIsThereAtEachLevel) {
  EXPECT_THAT(culprit({}).out,
              HasSubstr("  culprit run FILE.cpp         compile, record, and find the bug\n"));
  EXPECT_THAT(culprit({"--help"}).out,
              HasSubstr("\n  evaluate    count the questions that strategies need on trees\n"));
  const std::string help = culprit({"debug", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("Ask about calls of a run and name the culprit.\n\nusage\n  culprit debug "
                              "[FILE] [--strategy NAME]"));
  EXPECT_EQ(culprit({"help", "debug"}).out, help);
  EXPECT_EQ(culprit({"--version"}).out, "culprit 0.1.0\n");
}

TEST_F(CommandLine, SessionReadsAsATranscript) {
  const Finished run = culprit({"debug", "mergesort.tree", "--transform", "loops", "--strategy", "top-down"},
                               "# answers\n\nyes\nwhy\ny\nmaybe\nN\nyes\nyes\nyes\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err,
            "culprit: 'maybe' is no answer\n"
            "  hint: type yes, no, skip, trust or input; help lists all words\n");
  EXPECT_EQ(run.out, R"(mergesort.tree: 12 nodes. The result of the run is taken to be wrong.

── a call ──────────────────────────────────────────────────────────────── look 1 · about 4 to go ──

  sort({3, 1})                                                                      mergesort.cpp:36
  called by  sort

  returned   {1, 3}

Given this input, did it do the right thing?
> yes

── a call ──────────────────────────────────────────────────────────────── look 2 · about 3 to go ──

  sort({2})                                                                         mergesort.cpp:36
  called by  sort

  returned   {2}

Given this input, did it do the right thing?
> why
   it is the first call below the lowest wrong one that has not been judged; its subtree holds 1 of the 6 suspects
> y

── a call ──────────────────────────────────────────────────────────────── look 3 · about 3 to go ──

  merge({1, 3}, {2})                                                                mergesort.cpp:13
  // Two sorted lists as one sorted list.
  called by  sort

  returned   {2, 3, 0}

Given this input, did it do the right thing?
> maybe

── a call ──────────────────────────────────────────────────────────────── look 3 · about 3 to go ──

  merge({1, 3}, {2})                                                                mergesort.cpp:13
  // Two sorted lists as one sorted list.
  called by  sort

  returned   {2, 3, 0}

Given this input, did it do the right thing?
> N

── a call ──────────────────────────────────────────────────────────────── look 4 · about 2 to go ──

  rest({1, 3})                                                                       mergesort.cpp:8
  // The list without its first element.
  called by  merge

  returned   {3}

Given this input, did it do the right thing?
> yes

── a call ──────────────────────────────────────────────────────────────── look 5 · about 2 to go ──

  rest({2})                                                                          mergesort.cpp:8
  // The list without its first element.
  called by  merge

  returned   {}

Given this input, did it do the right thing?
> yes

── a call ─────────────────────────────────────────────────── look 6 · the last, if all goes well ──

  rest({3})                                                                          mergesort.cpp:8
  // The list without its first element.
  called by  merge

  returned   {}

Given this input, did it do the right thing?
> yes

The bug is in merge, mergesort.cpp:13-34.

  merge({1, 3}, {2}) = {2, 3, 0}
  It is wrong, though nothing below it is to blame:
    ✓ rest({1, 3}) = {3}   you said yes
    ✓ rest({2}) = {}       you said yes
    ✓ rest({3}) = {}       you said yes

  13 │ List merge(List left, List right) {
  14 │   List merged(left.size() + right.size());
  15 │   std::size_t i = 0;
  16 │   while (!left.empty() && !right.empty()) {
  17 │     if (left[0] < right[0]) {
  18 │       merged[i] = left[0];
  19 │       left = rest(left);
  20 │     } else {
  21 │       merged[i++] = right[0];
  22 │       right = rest(right);
  23 │     }
  24 │   }
  25 │   while (!left.empty()) {
  26 │     merged[i++] = left[0];
  27 │     left = rest(left);
  28 │   }
  29 │   while (!right.empty()) {
  30 │     merged[i++] = right[0];
  31 │     right = rest(right);
  32 │   }
  33 │   return merged;
  34 │ }

Found with 6 answers.
)");
}

TEST_F(CommandLine, EveryAnswerIsSavedAndResumed) {
  const Finished first = culprit({"debug", "mergesort.tree", "--transform", "loops"}, "yes\nno\n");
  EXPECT_EQ(first.code, 1);
  EXPECT_THAT(first.out, HasSubstr("The input ended without a verdict after 2 answers.\n"
                                   "To go on: culprit debug mergesort.tree --resume\n"));
  const Finished second =
      culprit({"debug", "mergesort.tree", "--transform", "loops", "--resume"}, "yes\nyes\nyes\n");
  EXPECT_EQ(second.code, 0);
  EXPECT_THAT(second.out, HasSubstr("Resumed with 2 answers from mergesort.tree.session; --new starts "
                                    "over.\n\n── a call ─"));
  EXPECT_THAT(second.out, HasSubstr(" look 3 · about 2 to go ──\n\n  rest({1, 3})  "));
  EXPECT_THAT(second.out, HasSubstr("The bug is in merge, mergesort.cpp:13-34."));
}

TEST_F(CommandLine, ANewSessionMovesTheOldOneAside) {
  ASSERT_EQ(culprit({"debug", "mergesort.tree", "--transform", "loops"}, "yes\nno\n").code, 1);
  const std::string old = read("mergesort.tree.session");
  const Finished run = culprit({"debug", "mergesort.tree", "--transform", "loops"}, "quit\n");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("mergesort.tree.session.1"));
  EXPECT_EQ(read("mergesort.tree.session.1"), old);
}

TEST_F(CommandLine, NoSaveKeepsNothing) {
  ASSERT_EQ(culprit({"debug", "mergesort.tree", "--transform", "loops", "--no-save"}, "yes\n").code, 1);
  EXPECT_FALSE(exists("mergesort.tree.session"));
}

TEST_F(CommandLine, UndoSkipAndTrustChangeTheQuestion) {
  const Finished run = culprit({"debug", "mergesort.tree", "--transform", "loops", "--no-save"},
                               "no\nundo\nskip\ntrust\nlog\nquit\n");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("> undo\n\n── a call ─"));
  EXPECT_THAT(run.out, HasSubstr("  1  skip         sort({3, 1}) = {1, 3}\n  2  trust        "));
}

TEST_F(CommandLine, SkippedCallsLeaveCandidates) {
  const Finished run =
      culprit({"debug", "chess.tree", "--transform", "loops", "--no-save"}, "skip\nyes\nyes\nyes\nyes\n");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out,
              HasSubstr("No verdict yet: what was skipped leaves 2 candidates.\n\n"
                        "  node 0     castling(tower = (8, 1), king = (5, 1)) = tower (11, 1), king (3, 1)\n"
                        "  node 1     right(tower = (8, 1)) = (9, 1)\n\n"
                        "An answer about node 1 would decide most: type 'jump 1'.\n"));
}

TEST_F(CommandLine, ContradictoryAnswersArePointedOut) {
  write("twice.tree", "main = 4\n  f(1) = 2\n  f(1) = 2\n  g = 3\n");
  const Finished run =
      culprit({"debug", "twice.tree", "--transform", "loops", "--no-save", "--strategy", "top-down"},
              "yes\njump 2\nno\nquit\n");
  EXPECT_THAT(
      run.out,
      HasSubstr(
          "   contradiction: the same call with the same result was judged differently before (node 1):\n"
          "     f(1) = 2\n"
          "   'undo' takes this answer back; 'jump 1' asks about the other one again.\n"));
}

TEST_F(CommandLine, ARightRootIsNoBug) {
  const Finished run = culprit(
      {"debug", "chess.tree", "--transform", "loops", "--no-save", "--ask-root", "--strategy", "top-down"},
      "yes\n");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out,
              HasSubstr("No bug was found: with these answers nothing that is left can be wrong.\n"));
}

TEST_F(CommandLine, EndlessInputEndsWithTheVerdict) {
  const Finished run = run_program(
      {"/bin/bash", "-c", "yes no | " CULPRIT_PROGRAM " debug chess.tree --no-save"}, {}, folder_);
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("there is no question to answer: the verdict is in"));
}

TEST_F(CommandLine, BrowseShowsTheValuesOfAQuestion) {
  const Finished run = culprit(
      {"debug", "chess.tree", "--transform", "loops", "--no-save", "--ask-root", "--strategy", "top-down"},
      "browse\nls\nprint king\ncd nowhere\nquit\nquit\n");
  EXPECT_THAT(
      run.out,
      HasSubstr(
          "browse /> ls\n   tower = (8, 1)\n   king = (5, 1)\n   result = tower (11, 1), king (3, 1)\n"));
  EXPECT_THAT(run.out, HasSubstr("browse /> print king\n   king = (5, 1)\n"));
  EXPECT_THAT(run.err, HasSubstr("There is no 'nowhere' among the 2 inputs of this node."));
}

TEST_F(CommandLine, JsonIsOneEventALine) {
  const Finished run = culprit({"debug", "mergesort.tree", "--transform", "loops", "--json"},
                               "yes\nperhaps\nno\nlog\nyes\nyes\nyes\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  const auto all = events(run.out);
  EXPECT_EQ(kinds(all),
            (std::vector<std::string>{"opened", "question", "question", "error", "question", "question",
                                      "log", "question", "question", "verdict", "end"}));
  const json& question = all[1];
  EXPECT_EQ(question["node"], "1");
  EXPECT_EQ(question["kind"], "call");
  EXPECT_EQ(question["function"], "sort");
  EXPECT_EQ(question["file"], "mergesort.cpp");
  EXPECT_EQ(question["first_line"], 36);
  EXPECT_EQ(question["last_line"], 42);
  EXPECT_EQ(question["inputs"][0]["value"], "{3, 1}");
  EXPECT_EQ(question["result"], "{1, 3}");
  EXPECT_EQ(question["suspects"], 12);
  EXPECT_EQ(question["expected_questions"]["least"], 3);
  EXPECT_EQ(question["expected_questions"]["most"], 5);
  for (const char* key : {"before", "after", "changes", "output", "why"})
    EXPECT_TRUE(question.contains(key)) << key;
  EXPECT_EQ(all[3], json::parse(R"({"event":"error","code":"bad-answer","what":"'perhaps' is no answer",
      "hint":"type yes, no, skip, trust or input; help lists all words"})"));
  EXPECT_EQ(all[6]["answers"], json::parse(R"([{"answer":"yes","node":"1","who":"you","ground":null},
                            {"answer":"no","node":"8","who":"you","ground":null}])"));
  const json& verdict = all[9];
  EXPECT_EQ(verdict["verdict"], "buggy");
  EXPECT_EQ(verdict["function"], "merge");
  ASSERT_EQ(verdict["children"].size(), 3u);
  EXPECT_EQ(verdict["children"][0]["mark"], "right");
  EXPECT_EQ(verdict["children"][0]["who"], "you");
  EXPECT_EQ(
      all[10],
      json::parse(
          R"({"event":"end","found":true,"answers":5,"reason":"end of input","session":"mergesort.tree.session"})"));
}

TEST_F(CommandLine, JsonRefusesWhatIsForPeople) {
  const auto all = events(
      culprit({"debug", "chess.tree", "--transform", "loops", "--json", "--no-save"}, "browse\nprint tower\n")
          .out);
  EXPECT_EQ(kinds(all),
            (std::vector<std::string>{"opened", "question", "error", "question", "value", "end"}));
  EXPECT_EQ(all[4]["before"], "(8, 1)");
}

TEST_F(CommandLine, TerminalResumesByItselfAndSaysSo) {
  const Finished first =
      culprit_at_terminal({"debug", "mergesort.tree", "--transform", "loops"}, {"y", "help", "n", "q"});
  EXPECT_EQ(first.code, 1);
  EXPECT_THAT(first.out, HasSubstr("\x1b[1msort\x1b[0m({3, 1})"));
  EXPECT_THAT(first.out, HasSubstr("trust namespace"));
  EXPECT_THAT(
      first.out,
      HasSubstr("Stopped without a verdict after 2 answers.\r\nTo go on: culprit debug mergesort.tree\r\n"));
  const Finished second =
      culprit_at_terminal({"debug", "mergesort.tree", "--transform", "loops", "--color", "never"},
                          {"yes", "yes", "yes", "another", "quit"});
  EXPECT_THAT(second.out,
              HasSubstr("Resumed with 2 answers from mergesort.tree.session; --new starts over.\r\n"));
  EXPECT_THAT(second.out, HasSubstr("The bug is in merge, mergesort.cpp:13-34.\r\n"));
  EXPECT_THAT(second.out, Not(HasSubstr("\x1b[1m")));
  EXPECT_EQ(second.code, 0) << second.out;
}

TEST_F(CommandLine, TerminalStopsPolitelyOnAnInterrupt) {
  for (const char* key : {"\x03", "\x04"}) {
    const Finished run =
        culprit_at_terminal({"debug", "chess.tree", "--transform", "loops", "--new"}, {"yes", key});
    EXPECT_EQ(run.code, 1) << run.out;
    EXPECT_THAT(run.out, HasSubstr("Stopped without a verdict after 1 answer."));
  }
}

TEST_F(CommandLine, TerminalUnderstandsAnEndThatWasTypedAhead) {
  // Typed while the terminal still edits lines by itself, as a quick hand does before the question is there.
  const std::string command = "printf 'wait> '; sleep 0.3; exec " CULPRIT_PROGRAM " debug chess.tree --new";
  const Finished run = run_at_terminal({"/bin/sh", "-c", command}, {"\x04"}, folder_);
  EXPECT_EQ(run.code, 1) << run.out;
  EXPECT_THAT(run.out, HasSubstr("Stopped without a verdict after 0 answers."));
}

TEST_F(CommandLine, TerminalCompletesWordsAndAsksAgain) {
  const Finished run = culprit_at_terminal({"debug", "chess.tree", "--transform", "loops", "--no-save"},
                                           {"nonsense", "inp\t", "quit"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("'nonsense' is no answer"));
  EXPECT_THAT(run.out, HasSubstr("It gave inputs to a call that should never have come:"));
  EXPECT_THAT(run.out, HasSubstr("you said inadmissible"));
}

TEST_F(CommandLine, AnEmptyLineShowsTheQuestionAgain) {
  const Finished run =
      run_at_terminal({CULPRIT_PROGRAM, "debug", "mergesort.tree", "--no-save", "--transform", "loops"},
                      {"", "more", "quit"}, folder_);
  std::size_t rules = 0;
  for (std::size_t at = 0; (at = run.out.find(" look 1 ", at)) != std::string::npos; ++at) ++rules;
  EXPECT_EQ(rules, 3u) << run.out;
  EXPECT_THAT(run.out, HasSubstr("(was wrong already)"));
}

TEST_F(CommandLine, MoreIsTheSameEventForPrograms) {
  const auto all = events(culprit({"debug", "mergesort.tree", "--no-save", "--json"}, "more\n").out);
  ASSERT_EQ(kinds(all), (std::vector<std::string>{"opened", "question", "question", "end"}));
  EXPECT_EQ(all[1], all[2]);
}

TEST_F(CommandLine, NoColorIsRespected) {
  const Finished plain =
      run_at_terminal({"/usr/bin/env", "NO_COLOR=1", CULPRIT_PROGRAM, "tree", "chess.tree"}, {}, folder_);
  EXPECT_THAT(plain.out, Not(HasSubstr("\x1b[")));
  const Finished forced = run_at_terminal(
      {"/usr/bin/env", "NO_COLOR=1", CULPRIT_PROGRAM, "--color", "always", "tree", "chess.tree"}, {},
      folder_);
  EXPECT_THAT(forced.out, HasSubstr("\x1b["));
}

}  // namespace
}  // namespace culprit::test
