#include "src/oracle/question.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace culprit::oracle {
namespace {

const std::string kText =
    "q5:00000000000000000000000000000001-00000000000000000000000000000002-00000000000000000000000000000003";

TEST(Question, HasAText) {
  const Question question{{0, 1}, {0, 2}, {0, 3}, {}};
  EXPECT_EQ(to_text(question), kText);
  const auto parsed = parse_question(kText);
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(same(*parsed, question));
}

TEST(Question, IsTheSameOnlyIfComplete) {
  Question question{{0, 1}, {0, 2}, {0, 3}, {}};
  EXPECT_TRUE(same(question, question));
  question.incomplete = Reason::kCut;
  EXPECT_FALSE(same(question, question));
  EXPECT_EQ(to_text(question), kText + "?cut");
  question.incomplete.add(Reason::kUnfinished);
  EXPECT_EQ(to_text(question), kText + "?cut,unfinished");
  EXPECT_EQ(describe(question.incomplete), "something was left out; the call did not finish");
}

TEST(Question, OfAnotherFormEqualsNone) {
  for (const char* text : {"q2:", "q4s:whatever", "q27:1-2-3"}) {
    const auto parsed = parse_question(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->incomplete, Reason::kOtherForm);
    EXPECT_FALSE(same(*parsed, *parsed));
  }
}

TEST(Question, IsNoOtherText) {
  for (const std::string& text :
       {std::string(), std::string("q5"), std::string("q5:"), std::string("p1:a-b-c"), kText + "-",
        kText + "?", kText + "?nonsense", kText.substr(1), " " + kText}) {
    const auto parsed = parse_question(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::kBadSession);
  }
  EXPECT_EQ(parse_question("yes").error().what, "'yes' is no question.");
  EXPECT_EQ(parse_question("yes").error().hint,
            "Expected q5: and three hashes of 32 hexadecimal digits, with - in between.");
}

RC_GTEST_PROP(Question, TextAndBackIsIdentity, (std::uint64_t a, std::uint64_t b, std::uint64_t c)) {
  Question question{{a, b}, {b, c}, {c, a}, {}};
  for (std::uint8_t reason = 0; reason <= static_cast<std::uint8_t>(Reason::kOtherForm); ++reason)
    if (*rc::gen::arbitrary<bool>()) question.incomplete.add(static_cast<Reason>(reason));
  const auto parsed = parse_question(to_text(question));
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(parsed->function == question.function && parsed->uses == question.uses &&
            parsed->did == question.did && parsed->incomplete == question.incomplete);
}

}  // namespace
}  // namespace culprit::oracle
