#include "src/oracle/panel.h"

#include <gtest/gtest.h>

#include "src/oracle/memory_oracle.h"
#include "src/tree/text.h"

namespace culprit::oracle {
namespace {

using std::chrono::milliseconds;

/// Says the same to every question.
class Constant final : public Oracle {
 public:
  Constant(std::string name, Result<Opinion> opinion)
      : name_(std::move(name)), opinion_(std::move(opinion)) {}
  Who who() const override { return {Who::Kind::kProgram, name_}; }
  Result<Opinion> ask(const Asked&, milliseconds time) override {
    ++asked;
    given = time;
    return opinion_;
  }
  int asked = 0;
  milliseconds given{0};

 private:
  std::string name_;
  Result<Opinion> opinion_;
};

class PanelTest : public ::testing::Test {
 protected:
  std::optional<Ruling> ask() { return panel.ask(Asked(questions, NodeId{1})); }

  tree::Tree tree = std::move(*tree::read_text("m = 0\n  f(1) = 1\n  f(1) = 1\n"));
  std::unique_ptr<state::Account> account = state::make_label_account(tree);
  Questions questions{tree, *account, ""};
  Panel panel;
  Constant silent{"silent", Opinion{}};
  Constant vague{"vague", Opinion{Mark::kWrong, Sureness::kVague, "looks odd"}};
  Constant right{"right", Opinion{Mark::kRight, Sureness::kFair, "as in version 1"}};
  Constant wrong{"wrong", Opinion{Mark::kWrong, Sureness::kSure, "breaks a contract"}};
  Constant broken{"broken", fail(ErrorCode::kIo, "It did not start.", "Is it there?")};
};

TEST_F(PanelTest, WithoutOraclesKnowsNothing) {
  EXPECT_FALSE(ask());
}

TEST_F(PanelTest, TakesTheFirstOpinionThatIsNotVague) {
  for (Oracle* oracle : {&silent, &vague, &right, &wrong}) panel.add(*oracle);
  const auto ruling = ask();
  ASSERT_TRUE(ruling);
  EXPECT_EQ(ruling->opinion.mark, Mark::kRight);
  EXPECT_EQ(ruling->opinion.ground, "as in version 1");
  EXPECT_EQ(to_text(ruling->who), "program:right");
  EXPECT_EQ(wrong.asked, 0);
  EXPECT_TRUE(panel.take_notes().empty());
}

TEST_F(PanelTest, GoesOnWithoutOneThatFails) {
  for (Oracle* oracle : {&broken, &wrong}) panel.add(*oracle);
  EXPECT_EQ(ask()->opinion.mark, Mark::kWrong);
  EXPECT_EQ(ask()->opinion.mark, Mark::kWrong);
  EXPECT_EQ(broken.asked, 1);
  EXPECT_EQ(panel.take_notes(),
            std::vector<std::string>{"program:broken is not asked any more: It did not start. Is it there?"});
  EXPECT_TRUE(panel.take_notes().empty());
}

TEST_F(PanelTest, KeepsToTheBudget) {
  panel.add(right, {milliseconds(250), 2});
  EXPECT_TRUE(ask());
  EXPECT_EQ(right.given, milliseconds(250));
  EXPECT_TRUE(ask());
  EXPECT_FALSE(ask());
  EXPECT_FALSE(ask());
  EXPECT_EQ(right.asked, 2);
  EXPECT_EQ(
      panel.take_notes(),
      std::vector<std::string>{"program:right is not asked any more: It was asked as often as it may be."});
}

TEST_F(PanelTest, AsksMemory) {
  MemoryOracle memory;
  panel.add(memory);
  EXPECT_FALSE(ask());
  memory.remember(questions.of(NodeId{2}), Mark::kRight, Sureness::kSure, "answered at 2");
  const auto ruling = ask();
  ASSERT_TRUE(ruling);
  EXPECT_EQ(ruling->opinion.ground, "answered at 2");
  EXPECT_EQ(ruling->who.kind, Who::Kind::kMemory);
  EXPECT_FALSE(panel.ask(Asked(questions, {NodeId{1}, NodeId{2}}))) << "a chain is another question";
  memory.remember(questions.of_chain(std::vector{NodeId{2}, NodeId{1}}), Mark::kWrong, Sureness::kSure, "");
  EXPECT_EQ(panel.ask(Asked(questions, {NodeId{1}, NodeId{2}}))->opinion.mark, Mark::kWrong);
}

TEST(Opinions, AreAnswersUnlessVagueOrEmpty) {
  EXPECT_FALSE(Opinion{}.is_answer());
  EXPECT_FALSE((Opinion{Mark::kRight, Sureness::kVague}.is_answer()));
  EXPECT_FALSE((Opinion{Mark::kUndefined, Sureness::kSure}.is_answer()));
  EXPECT_TRUE((Opinion{Mark::kInadmissible, Sureness::kFair}.is_answer()));
  EXPECT_LT(error_rate(Sureness::kSure), error_rate(Sureness::kGood));
  EXPECT_EQ(error_rate(Sureness::kFair), 0.05);
}

}  // namespace
}  // namespace culprit::oracle
