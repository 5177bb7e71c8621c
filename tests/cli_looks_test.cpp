// Looks of several nodes, as a user sees and answers them: steps of a call, passes of a loop.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class Looks : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
    const Finished compiled =
        run_program({programs / "culprit-c++", "-std=c++20", "mergesort.cpp", "-o", "program"}, {}, folder_);
    ASSERT_EQ(compiled.code, 0) << compiled.err;
    ASSERT_EQ(culprit({"record", "-o", "trace", "--", "./program"}).code, 0);
  }
  Finished debug(const std::string& answers, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"debug", "trace", "--no-save", "--strategy", "least-effort"});
    return culprit(std::move(options), answers);
  }
};

TEST_F(Looks, AFrameHasStepsBelowTheLinesThatMadeThem) {
  const Finished session = debug("");
  EXPECT_THAT(session.out, HasSubstr("   41 │ return merge(left, right);\n"
                                     "  [3]     merge(left = {1, 3}, right = {2}) = {2, 3, 0}\n"
                                     "          // Two sorted lists as one sorted list.\n"));
  EXPECT_THAT(session.out,
              HasSubstr("\nDid it do the right thing, and if not, which step is the first that did not?\n"
                        "yes · 1 to 3 · own (no step, yet it is wrong)"));
}

TEST_F(Looks, PointingAtStepsAndPassesEndsAtTheBug) {
  const Finished session = debug("3\n1\n1\nyes\n");
  EXPECT_THAT(session.out, HasSubstr("── a loop, pass by pass ──"));
  EXPECT_THAT(session.out, HasSubstr("   24 │ }\n"
                                     "\n"
                                     "  after pass  rest          │ left    right  merged     i              "
                                     "                 (· as above)\n"
                                     "  start                     │ {1, 3}  {2}    {0, 0, 0}  0\n"
                                     "  1           {1, 3} → {3}  │ {3}     ·      {1, 0, 0}  ·\n"
                                     "  2           {2} → {}      │ ·       {}     {2, 0, 0}  1\n"
                                     "  end                       │ the condition no longer holds\n"));
  EXPECT_THAT(session.out, HasSubstr("\nAfter which pass is something wrong for the first time?\n"
                                     "start · 1 to 2 · end · ok (all is right)"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in the loop of merge, "));
  EXPECT_EQ(session.code, 0);
}

TEST_F(Looks, AreOpenedByHandWithAnyStrategy) {
  const Finished session =
      culprit({"debug", "trace", "--no-save", "--strategy", "top-down"}, "open 0\n2?\nopen 1\nback\nundo\n");
  EXPECT_THAT(session.out, HasSubstr("── a wrong call, step by step ──"));
  EXPECT_THAT(session.out, HasSubstr("── a call, step by step ──"));
  EXPECT_THAT(session.err, HasSubstr("nothing to undo"));
}

TEST_F(Looks, WhatDoesNotFitIsRefusedWithAHint) {
  const Finished none = culprit({"debug", "trace", "--no-save"}, "3\n");
  EXPECT_THAT(none.err, HasSubstr("Neither steps nor passes are shown that could be pointed at."));
  const Finished far = debug("9\nstart\n");
  EXPECT_THAT(far.err, HasSubstr("There is no step 9 here."));
  EXPECT_THAT(debug("3\nno\n").err, HasSubstr("That it is wrong is known."));
  EXPECT_THAT(far.err, HasSubstr("Type the number of a step, or 'own' if it is none of them."));
}

TEST_F(Looks, AnswersOfOneLookAreSavedAndTakenBackTogether) {
  const Finished first = culprit({"debug", "trace", "--strategy", "least-effort"}, "3\n1\n1\n");
  const std::string saved = read("trace.session");
  EXPECT_THAT(saved, HasSubstr(R"("answer":"no")"));
  EXPECT_THAT(saved, HasSubstr(R"("answer":"inadmissible")"));
  EXPECT_THAT(saved, HasSubstr(R"("look":)"));
  const Finished again = culprit({"debug", "trace", "--resume"}, "undo\n");
  EXPECT_THAT(again.out, HasSubstr("Resumed with 3 answers"));
  EXPECT_THAT(again.out, HasSubstr("── a loop, pass by pass ──"));
}

TEST_F(Looks, ForProgramsTheyAreJson) {
  const Finished session = debug("3\n1\n", {"--json"});
  std::vector<std::string> looks;
  for (std::size_t at = 0; at < session.out.size();) {
    const std::size_t end = session.out.find('\n', at);
    const json event = json::parse(session.out.substr(at, end - at));
    if (event["event"] == "question") looks.push_back(event["look"]);
    if (event.contains("table")) {
      EXPECT_EQ(event["table"]["passes"], 2);
    }
    at = end + 1;
  }
  EXPECT_THAT(looks, ::testing::ElementsAre("frame", "frame", "table"));
}

}  // namespace
}  // namespace culprit::test
