#include "src/strategy/looks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "src/strategy/interval_suspects.h"
#include "tests/support/trees.h"

namespace culprit::strategy {
namespace {

std::string_view in_words(LookAnswer answer) {
  switch (answer) {
    case LookAnswer::kRight:
      return "right";
    case LookAnswer::kWrong:
      return "wrong";
    case LookAnswer::kPart:
      return "part";
    case LookAnswer::kOwn:
      return "own";
    case LookAnswer::kStart:
      return "start";
    case LookAnswer::kEnd:
      return "end";
  }
  return "";
}

/// An answer a line, with what it stands for ("+3": 3 is right, "-3": wrong, "!3": inadmissible) and its weight.
std::string in_lines(const Look& look) {
  std::string text;
  for (const Outcome& outcome : outcomes(look)) {
    text += in_words(outcome.answer);
    if (outcome.answer == LookAnswer::kPart) text += " " + std::to_string(outcome.part + 1);
    text += ":";
    for (const Judgement& judgement : outcome.judgements) {
      const bool is_right = judgement.mark == Mark::kRight;
      text += (is_right                         ? " +"
               : judgement.mark == Mark::kWrong ? " -"
                                                : " !") +
              std::to_string(judgement.node.value());
    }
    text += " leaves " + std::to_string(outcome.weight) + "\n";
  }
  return text;
}

class Looks : public ::testing::Test {
 protected:
  void search(std::string_view lines, bool root_is_wrong = true) {
    shape_ = std::make_unique<Shape>(support::from_names(lines));
    facts_ = std::make_unique<LookFacts>(*shape_);
    suspects_ = std::make_unique<IntervalSuspects>(*shape_);
    suspects_->set_root(SearchId{0}, root_is_wrong);
  }
  LookMaker maker() const { return {*suspects_, *facts_, model_}; }

  EffortModel model_;
  std::unique_ptr<Shape> shape_;
  std::unique_ptr<LookFacts> facts_;
  std::unique_ptr<IntervalSuspects> suspects_;
};

constexpr std::string_view kCalls =
    "main\n"     // 0
    "  f\n"      // 1
    "    g\n"    // 2
    "    h\n"    // 3
    "      k\n"  // 4
    "  k\n";     // 5

TEST_F(Looks, OfACallAreYesAndNo) {
  search(kCalls);
  const Look look = maker().call(SearchId{3});
  EXPECT_EQ(in_lines(look),
            "right: +3 leaves 4\n"
            "wrong: -3 leaves 2\n");
  EXPECT_DOUBLE_EQ(look.effort, 6);
  EXPECT_DOUBLE_EQ(look.information, -(4 * std::log2(4.0 / 6) + 2 * std::log2(2.0 / 6)) / 6);
}

TEST_F(Looks, OfACallWithStepsNameTheFirstWrongOne) {
  search(kCalls);
  const Look look = maker().call_with_steps(SearchId{1});
  EXPECT_EQ(in_lines(look),
            "right: +1 leaves 2\n"
            "part 1: -2 leaves 1\n"
            "part 2: -3 leaves 2\n"
            "own: -1 +2 +3 leaves 1\n");
  EXPECT_DOUBLE_EQ(look.effort, 8);
}

TEST_F(Looks, OfAFrameDoNotSayAgainThatItIsWrong) {
  search(kCalls);
  const Look look = maker().frame();
  EXPECT_EQ(in_lines(look),
            "part 1: -1 leaves 4\n"
            "part 2: -5 leaves 1\n"
            "own: +1 +5 leaves 1\n");
  EXPECT_DOUBLE_EQ(look.effort, 7);
}

TEST_F(Looks, LeaveOutStepsThatAreRightAlready) {
  search(kCalls);
  suspects_->clear(SearchId{1});
  EXPECT_EQ(in_lines(maker().frame()),
            "part 1: -5 leaves 1\n"
            "own: +5 leaves 1\n");
}

TEST_F(Looks, LookThroughStepsThatCannotBeAsked) {
  search(kCalls);
  const SearchId trusted[] = {SearchId{1}};
  suspects_->exempt(trusted);
  suspects_->skip(SearchId{3});
  EXPECT_EQ(in_lines(maker().frame()),
            "part 1: -2 leaves 1\n"
            "part 2: -4 leaves 1\n"
            "part 3: -5 leaves 1\n"
            "own: +2 +4 +5 leaves 2\n")
      << "what was skipped stays";
}

TEST_F(Looks, ListTheHeaviestStepsInTheOrderOfTheRun) {
  std::string lines = "main\n  light\n";
  for (std::uint32_t i = 0; i < kMostSteps; ++i) lines += "  f\n    g\n";
  search(lines);
  const Look look = maker().frame();
  ASSERT_EQ(look.parts.size(), kMostSteps);
  EXPECT_EQ(look.parts.front().node, SearchId{2});
  EXPECT_EQ(look.parts.back().node, SearchId{30});
  EXPECT_EQ(look.own, 2u) << "the lines of main, and the light one";
}

constexpr std::string_view kLoop =
    "main\n"        // 0
    "  f\n"         // 1
    "  for\n"       // 2
    "    g\n"       // 3
    "    for\n"     // 4
    "      g\n"     // 5
    "      g\n"     // 6
    "      for\n"   // 7
    "        g\n";  // 8

TEST_F(Looks, OfATableSayAfterWhichPass) {
  search(kLoop);
  const Look look = maker().table(SearchId{2}).value();
  EXPECT_EQ(in_lines(look),
            "right: +2 leaves 2\n"
            "start: !2 leaves 0\n"
            "part 1: -2 !4 leaves 2\n"
            "part 2: -4 !7 leaves 3\n"
            "part 3: -7 leaves 2\n"
            "end: -7 leaves 0\n");
  EXPECT_DOUBLE_EQ(look.effort, 9);
  EXPECT_DOUBLE_EQ(maker().call(SearchId{2}).effort, 9) << "a loop as a whole takes more than a call";
}

TEST_F(Looks, OfATableOfAWrongPassGoOnFromIt) {
  search(kLoop);
  suspects_->set_root(SearchId{4}, true);
  const Look look = maker().table(SearchId{4}).value();
  EXPECT_EQ(in_lines(look),
            "part 1: !7 leaves 3\n"
            "part 2: -7 leaves 2\n"
            "end: -7 leaves 0\n");
  EXPECT_EQ(look.parts[0].first_pass, 2u);
}

TEST_F(Looks, OfATableEndWithTheLastPassThatIsSuspected) {
  search(kLoop);
  suspects_->set_root(SearchId{2}, true);
  suspects_->clear(SearchId{7});
  EXPECT_EQ(in_lines(maker().table(SearchId{2}).value()),
            "part 1: !4 leaves 2\n"
            "part 2: -4 leaves 3\n");
  suspects_->clear(SearchId{4});
  EXPECT_FALSE(maker().table(SearchId{2}));
  EXPECT_FALSE(maker().table(SearchId{1}));
}

TEST_F(Looks, OfAPassListThoseBehindItAsAStep) {
  search(kLoop);
  suspects_->set_root(SearchId{2}, true);
  const Look look = maker().frame();
  EXPECT_EQ(in_lines(look),
            "part 1: -3 leaves 1\n"
            "part 2: -4 leaves 5\n"
            "own: +3 +4 leaves 1\n");
  EXPECT_DOUBLE_EQ(look.effort, 10) << "to say that they are right is more than to say it of a call";
}

TEST_F(Looks, OfALongLoopHaveEvenlySpacedRows) {
  std::string lines = "main\n";
  for (int i = 0; i < 100; ++i) lines += std::string(2 * i + 2, ' ') + "for\n";
  search(lines);
  Look look = maker().table(SearchId{1}).value();
  ASSERT_EQ(look.parts.size(), kMostRows);
  EXPECT_EQ(look.parts[0].first_pass, 1u);
  EXPECT_EQ(look.parts[0].last_pass, 8u);
  EXPECT_EQ(look.parts[0].behind, SearchId{9});
  EXPECT_EQ(look.parts[1].first_pass, 9u);
  EXPECT_EQ(look.parts[11].last_pass, 100u);
  EXPECT_EQ(look.parts[11].behind, kNoSearchId);
  suspects_->set_root(SearchId{9}, true);
  suspects_->clear(SearchId{17});
  look = maker().table(SearchId{9}).value();
  ASSERT_EQ(look.parts.size(), 8u);
  EXPECT_EQ(look.parts[7].first_pass, 16u);
  EXPECT_EQ(look.parts[7].weight, 1u);
  EXPECT_FALSE(look.shows_end);
}

TEST_F(Looks, TakeMoreEffortTheMoreThereIsToCompare) {
  search(kCalls);
  shape_->set_effort(
      [] { return EffortColumns{.arguments = {0, 1, 0, 2, 0, 0}, .used = {}, .did = {9, 3, 0, 100, 0, 0}}; });
  facts_ = std::make_unique<LookFacts>(*shape_);
  EXPECT_DOUBLE_EQ(maker().call(SearchId{5}).effort, 6);
  EXPECT_DOUBLE_EQ(maker().call(SearchId{1}).effort, 10);
  EXPECT_DOUBLE_EQ(maker().call(SearchId{3}).effort, 18) << "what is more than a look shows is folded";
  EXPECT_DOUBLE_EQ(maker().call_with_steps(SearchId{1}).effort, 24);
}

}  // namespace
}  // namespace culprit::strategy
