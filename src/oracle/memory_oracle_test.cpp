#include "src/oracle/memory_oracle.h"

#include <gtest/gtest.h>

#include "src/oracle/test_facts.h"
#include "src/tree/text.h"

namespace culprit::oracle {
namespace {

Question question(std::uint64_t function, std::uint64_t uses, std::uint64_t did = 0) {
  return {{0, function}, {0, uses}, {0, did}, {}};
}

TEST(MemoryOracle, GivesTheLastAnswer) {
  MemoryOracle memory;
  EXPECT_EQ(memory.recall(question(1, 1)).mark, Mark::kUndefined);
  memory.remember(question(1, 1), Mark::kRight, Sureness::kSure, "answered at 7");
  EXPECT_EQ(memory.recall(question(1, 1)).mark, Mark::kRight);
  EXPECT_EQ(memory.recall(question(1, 1)).ground, "answered at 7");
  EXPECT_EQ(memory.recall(question(1, 2)).mark, Mark::kUndefined);
  EXPECT_EQ(memory.recall(question(2, 1)).mark, Mark::kUndefined);
  EXPECT_EQ(memory.recall(question(1, 1, 1)).mark, Mark::kUndefined);
  memory.remember(question(1, 1), Mark::kWrong, Sureness::kSure, "answered at 9");
  EXPECT_EQ(memory.recall(question(1, 1)).mark, Mark::kWrong);
  EXPECT_EQ(memory.recall(question(1, 1)).ground, "answered at 9");
}

TEST(MemoryOracle, IsNeverSurerThanGood) {
  MemoryOracle memory;
  const auto sureness = [&](Sureness given) {
    memory.remember(question(1, 1), Mark::kRight, given, "");
    return memory.recall(question(1, 1)).sureness;
  };
  EXPECT_EQ(sureness(Sureness::kSure), Sureness::kGood);
  EXPECT_EQ(sureness(Sureness::kFair), Sureness::kFair);
  EXPECT_EQ(sureness(Sureness::kVague), Sureness::kFair) << "a vague one is no answer; the one before is";
}

TEST(MemoryOracle, KeepsNothingOfIncompleteQuestionsAndOtherMarks) {
  MemoryOracle memory;
  Question cut = question(1, 1);
  cut.incomplete = Reason::kCut;
  EXPECT_EQ(memory.remember(cut, Mark::kRight, Sureness::kSure, ""), kNoAnswer);
  EXPECT_EQ(memory.remember(question(1, 1), Mark::kSkipped, Sureness::kSure, ""), kNoAnswer);
  EXPECT_EQ(memory.remember(question(1, 1), Mark::kTrusted, Sureness::kSure, ""), kNoAnswer);
  EXPECT_FALSE(memory.knows_function({0, 1}));
  memory.remember(question(1, 1), Mark::kRight, Sureness::kSure, "");
  EXPECT_EQ(memory.recall(cut).mark, Mark::kUndefined);
  EXPECT_TRUE(memory.contradicting(cut, Mark::kWrong).empty());
}

TEST(MemoryOracle, NamesAnswersThatSayOtherwise) {
  MemoryOracle memory;
  memory.load("session 3 of an earlier run", question(1, 1), Mark::kRight, Sureness::kGood, "");
  memory.load("session 4", question(1, 1), Mark::kWrong, Sureness::kGood, "anna");
  memory.remember(question(1, 1), Mark::kInadmissible, Sureness::kSure, "answered at 5");
  using Grounds = std::vector<std::string>;
  EXPECT_EQ(memory.contradicting(question(1, 1), Mark::kRight),
            (Grounds{"session 4: anna", "answered at 5"}));
  EXPECT_EQ(memory.contradicting(question(1, 1), Mark::kWrong),
            (Grounds{"session 3 of an earlier run", "answered at 5"}));
  EXPECT_EQ(memory.contradicting(question(1, 1), Mark::kSkipped), Grounds{});
  EXPECT_EQ(memory.contradicting(question(1, 2), Mark::kRight), Grounds{});
  EXPECT_EQ(memory.recall(question(1, 1)).mark, Mark::kWrong) << "an inadmissible input is of one call only";
}

TEST(MemoryOracle, ForgetsWhatIsUndone) {
  MemoryOracle memory;
  const AnswerId first = memory.remember(question(1, 1), Mark::kRight, Sureness::kSure, "first");
  const AnswerId second = memory.remember(question(1, 1), Mark::kWrong, Sureness::kSure, "second");
  memory.forget(second);
  EXPECT_EQ(memory.recall(question(1, 1)).ground, "first");
  memory.forget(second);
  memory.forget(kNoAnswer);
  EXPECT_TRUE(memory.knows_function({0, 1}));
  memory.forget(first);
  EXPECT_FALSE(memory.knows_function({0, 1}));
  EXPECT_EQ(memory.recall(question(1, 1)).mark, Mark::kUndefined);
}

TEST(MemoryOracle, LooksAtNoFactsOfFunctionsItDoesNotKnow) {
  const tree::Tree tree = std::move(*tree::read_text("f = 0\n  g = 0\n  g = 0\n"));
  const FixedAccount account(
      {call({number("x", "1")}, "1"), call({number("x", "2")}, "4"), call({number("x", "2")}, "4")});
  const Questions questions(tree, account, "C");
  MemoryOracle memory;
  const auto ask = [&](std::uint32_t node) {
    return memory.ask(Asked(questions, NodeId{node}), std::chrono::milliseconds(0))->mark;
  };
  memory.remember(questions.of(NodeId{1}), Mark::kRight, Sureness::kSure, "");
  EXPECT_EQ(account.asked, 1);
  EXPECT_EQ(ask(0), Mark::kUndefined);
  EXPECT_EQ(account.asked, 1);
  EXPECT_EQ(ask(2), Mark::kRight);
  EXPECT_EQ(account.asked, 2);
}

}  // namespace
}  // namespace culprit::oracle
