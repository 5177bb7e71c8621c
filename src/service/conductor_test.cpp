#include "src/service/conductor.h"

#include <gtest/gtest.h>

#include "src/base/node_ref.h"
#include "src/session/test_space.h"
#include "src/tree/text.h"

namespace culprit::service {
namespace {

using oracle::Who;
using session::About;
using session::Answer;
using session::AnswerKind;
using session::Request;

constexpr std::string_view kRepeats =
    "main = 7\n"
    "  f(1) = 1\n"
    "    g(2) = 2\n"
    "  f(1) = 1\n"
    "    g(2) = 2\n"
    "  f(1) = 3\n"
    "  f(2) = 1\n";

class ConductorTest : public ::testing::Test {
 protected:
  void start(std::string_view text, bool memory = true, std::string transform = "loops") {
    conductor_.reset();
    subject_.emplace(std::move(*tree::read_text(text)));
    account_ = state::make_label_account(subject_->tree());
    questions_.emplace(subject_->tree(), *account_, "");
    conductor_.emplace(subject_->session({.strategy = "top-down", .transform = std::move(transform)}),
                       *questions_, subject_->tree(), memory);
  }
  std::vector<Contradiction> request(Request asked) {
    auto done = conductor_->request(std::move(asked));
    if (!done) ADD_FAILURE() << done.error().what;
    return done ? *done : std::vector<Contradiction>();
  }
  std::vector<Contradiction> answer(AnswerKind kind, About about) {
    return request(Request::make_answer(kind, about));
  }
  std::vector<Contradiction> answer(AnswerKind kind) { return answer(kind, session().question()); }
  const session::Session& session() const { return conductor_->session(); }
  std::string name(const About& about) const {
    const tree::Names& names = subject_->tree().names();
    return about.is_nothing() ? "" : to_text(names.ref(about.first), names.ref(about.last));
  }
  std::string asked() const { return name(session().question()); }
  /// "1 yes, 3 yes by memory (1)".
  std::string log() const {
    std::string out;
    for (const session::Entry& entry : session().log()) {
      const Answer& given = entry.answer;
      out += (out.empty() ? "" : ", ") + name(given.about) + " " + std::string(to_word(given.kind));
      if (!given.is_by_person()) out += " by " + to_text(given.who) + " (" + given.ground + ")";
    }
    return out;
  }
  std::string marks() const {
    std::string out;
    for (std::uint32_t i = 0; i < session().space().tree().size(); ++i)
      out += ".rwtsi"[static_cast<int>(session().marks().mark(SearchId{i}))];
    return out;
  }

  std::optional<session::TestSubject> subject_;
  std::unique_ptr<state::Account> account_;
  std::optional<oracle::Questions> questions_;
  std::optional<Conductor> conductor_;
};

TEST_F(ConductorTest, AnswersAgainFromAnEarlierAnswer) {
  start(kRepeats);
  answer(AnswerKind::kYes);
  EXPECT_EQ(asked(), "5");
  EXPECT_EQ(log(), "1 yes, 3 yes by memory (1)");
  EXPECT_EQ(session().log()[1].answer.sureness, oracle::Sureness::kGood);
  EXPECT_EQ(session().answers(), 1u);
  request(Request::make_undo(1));
  EXPECT_EQ(asked(), "1");
  EXPECT_EQ(marks(), "w......");
}

TEST_F(ConductorTest, TakesTheAnswersOfOneLookTogether) {
  start("m = 1\n  f(1) = 1\n  g(1) = 2\n  f(1) = 1\n  h(1) = 3\n");
  const auto given = [](AnswerKind kind, std::uint32_t node) {
    Answer answer;
    answer.kind = kind;
    answer.about = NodeId{node};
    return answer;
  };
  ASSERT_TRUE(conductor_->answer({given(AnswerKind::kYes, 1), given(AnswerKind::kYes, 2)}));
  EXPECT_EQ(log(), "1 yes, 2 yes, 3 yes by memory (1)");
  EXPECT_EQ(session().answers(), 1u) << "looks are counted";
  ASSERT_TRUE(conductor_->answer({given(AnswerKind::kYes, 4)}));
  EXPECT_EQ(session().answers(), 2u);
  EXPECT_EQ(marks(), "wrrrr");
  request(Request::make_undo(1));
  EXPECT_EQ(asked(), "4");
  request(Request::make_undo(1));
  EXPECT_EQ(log(), "");
}

TEST_F(ConductorTest, TakesNoneOfTheAnswersOfALookIfOneDoesNotFit) {
  start("m = 1\n  f(1) = 1\n");
  Answer good, bad;
  good.about = NodeId{1};
  bad.about = NodeId{7};
  EXPECT_FALSE(conductor_->answer({good, bad}));
  EXPECT_EQ(log(), "");
}

TEST_F(ConductorTest, AsksAgainWithoutMemory) {
  start(kRepeats, false);
  answer(AnswerKind::kYes);
  EXPECT_EQ(asked(), "3");
  answer(AnswerKind::kYes);
  EXPECT_EQ(asked(), "5");
}

TEST_F(ConductorTest, TakesNamesAloneForNoQuestion) {
  start("m\n  f\n  f\n");
  answer(AnswerKind::kYes);
  EXPECT_EQ(asked(), "2");
}

TEST_F(ConductorTest, PointsOutContradictions) {
  for (const bool memory : {true, false}) {
    start(kRepeats, memory);
    EXPECT_TRUE(answer(AnswerKind::kYes, NodeId{1}).empty());
    EXPECT_TRUE(answer(AnswerKind::kNo, NodeId{5}).empty()) << "another result";
    const auto found = answer(AnswerKind::kNo, NodeId{3});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].earlier, About(NodeId{1}));
    EXPECT_EQ(found[0].later, About(NodeId{3}));
    EXPECT_EQ(found[0].ground, "1");
    EXPECT_TRUE(answer(AnswerKind::kNo, NodeId{1}).empty()) << "a change of mind";
  }
}

TEST_F(ConductorTest, WithdrawsWhatWasRememberedFromAnAnswerThatChanged) {
  start(kRepeats);
  answer(AnswerKind::kYes);
  EXPECT_EQ(marks(), "wrrrr..");
  answer(AnswerKind::kNo, NodeId{1});
  EXPECT_EQ(marks(), "ww.....") << "3 was right because 1 was";
  EXPECT_EQ(asked(), "2");
  answer(AnswerKind::kYes, NodeId{1});
  EXPECT_EQ(marks(), "wrrrr..");
}

TEST_F(ConductorTest, CarriesNoInadmissibleAnswerOver) {
  start(kRepeats);
  answer(AnswerKind::kInadmissible, NodeId{6});
  answer(AnswerKind::kInadmissible, NodeId{3});
  EXPECT_EQ(asked(), "1");
  EXPECT_EQ(log(), "6 inadmissible, 3 inadmissible");
}

TEST_F(ConductorTest, DoesNotAnswerAQuestionThatTheUserJumpedTo) {
  start(kRepeats);
  request(Request::make_jump(NodeId{3}));
  EXPECT_EQ(asked(), "3");
  answer(AnswerKind::kYes, NodeId{1});
  EXPECT_EQ(log(), "1 yes, 3 yes by memory (1)") << "an answer elsewhere ends the jump";
  request(Request::make_jump(NodeId{3}));
  EXPECT_EQ(asked(), "3");
  EXPECT_EQ(log(), "1 yes, 3 yes by memory (1)");
}

TEST_F(ConductorTest, RemembersChains) {
  start("m\n  p\n    f(1) = 1\n    f(2) = 2\n  p\n    f(1) = 1\n    f(2) = 2\n  q\n", true, "loops,collapse");
  answer(AnswerKind::kNo, NodeId{1});
  EXPECT_EQ(asked(), "2-3");
  answer(AnswerKind::kYes);
  EXPECT_EQ(asked(), "");
  request(Request::make_another());
  EXPECT_EQ(asked(), "4");
  answer(AnswerKind::kNo);
  EXPECT_EQ(asked(), "") << "5-6 is the same chain: 4 is to blame";
  EXPECT_EQ(session().about(session().verdict().culprit), About(NodeId{4}));
}

TEST_F(ConductorTest, KeepsWhoAnsweredAndWhy) {
  start(kRepeats);
  Answer given;
  given.kind = AnswerKind::kNo;
  given.about = NodeId{5};
  given.who = {Who::Kind::kContract};
  given.ground = "f(x) is x";
  request(Request::make_answer(given));
  EXPECT_EQ(log(), "5 no by contract (f(x) is x)");
  EXPECT_EQ(session().answers(), 0u) << "no person gave it";
}

TEST_F(ConductorTest, AnswersFromASessionOfAnotherRun) {
  session::SavedSession other;
  start(kRepeats);
  const auto add = [&](AnswerKind kind, std::uint32_t node) {
    Request asked = Request::make_answer(kind, NodeId{node});
    const oracle::Question question = questions_->of(NodeId{node});
    if (question.is_complete()) asked.answer.question = question;
    other.requests.push_back(
        *session::parse_request(session::to_line(asked, subject_->tree()), session::kSessionVersion));
  };
  const auto undo = [&] { other.requests.push_back({Request::make_undo(1)}); };
  add(AnswerKind::kYes, 1);
  add(AnswerKind::kNo, 5);
  undo();
  add(AnswerKind::kNo, 6);
  add(AnswerKind::kYes, 6);
  conductor_->remember(other, "an earlier run");
  ASSERT_TRUE(conductor_->consult());
  EXPECT_EQ(log(), "1 yes by memory (an earlier run: 1), 3 yes by memory (an earlier run: 1)");
  EXPECT_EQ(asked(), "5") << "what was undone does not count";
  EXPECT_EQ(conductor_->borrowed(), 2u);
  EXPECT_EQ(answer(AnswerKind::kNo, NodeId{6})[0].ground, "an earlier run: 6") << "the last answer counts";
}

}  // namespace
}  // namespace culprit::service
