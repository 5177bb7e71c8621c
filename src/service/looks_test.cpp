#include "src/service/looks.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "src/service/dialogue.h"
#include "tests/support/trace_maker.h"

namespace culprit::service {
namespace {

using session::AnswerKind;

/// main sums in a loop: `total` lies in memory, the counter in the head. Each pass calls twice(i), which returns 2 i; of pass 3 it
/// is wrong. Passes whose number is divisible by 4 change nothing.
class LooksTest : public ::testing::Test {
 protected:
  void record(int passes, enum culprit_loop_exit exit = CULPRIT_EXIT_RAN_OUT) {
    const TypeId integer = maker_.type("int", CULPRIT_TYPE_SIGNED, 4);
    const FunctionId main =
        maker_.function("main", {.result = integer, .file = "main.cpp", .first_line = 20, .last_line = 29});
    const FunctionId twice = maker_.function("twice", {.parameters = {{"x", integer}},
                                                       .result = integer,
                                                       .file = "main.cpp",
                                                       .first_line = 3,
                                                       .last_line = 5});
    const FunctionId loop = maker_.function(
        "main", {.parameters = {{.name = "total", .type = integer, .passing = CULPRIT_PASS_ADDRESS},
                                {.name = "i", .type = integer, .is_own = true}},
                 .file = "main.cpp",
                 .first_line = 25,
                 .last_line = 27,
                 .kind = CULPRIT_FUNCTION_LOOP,
                 .enclosing = main});
    constexpr Address kTotal = 0x2000;
    maker_.enter(main);
    maker_.allocate(kTotal, 4);
    maker_.write(kTotal, std::int32_t{0}, 2);
    maker_.loop(loop);
    std::int32_t total = 0;
    for (std::int32_t i = 1; i <= passes; ++i) {
      maker_.iteration(loop, std::uint64_t{kTotal}, i);
      maker_.enter(twice, i);
      maker_.leave(i == 3 ? std::int32_t{7} : 2 * i);
      if (i % 4 != 0) maker_.write(kTotal, total += (i == 3 ? 7 : 2 * i), 6);
    }
    if (exit != CULPRIT_EXIT_RAN_OUT) {
      maker_.loop_exit(loop, exit, 7, std::uint64_t{kTotal}, passes);
    } else {
      maker_.loop_end(loop, std::uint64_t{kTotal}, passes + 1);
    }
    maker_.leave(total);
    maker_.close();
    subject_.emplace(std::move(*Subject::open(maker_.path())));
    dialogue_.emplace(std::move(*Dialogue::start(*subject_, {.strategy = "top-down", .transform = "loops"})));
  }
  ~LooksTest() override {
    const std::filesystem::path trace = maker_.path();
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(trace.parent_path(), ignored)) {
      const std::string name = entry.path().filename().string();
      if (name != trace.filename() && name.starts_with(trace.filename().string()))
        std::filesystem::remove(entry.path(), ignored);
    }
  }

  void open(std::string_view node) {
    const auto found = dialogue_->find(node);
    ASSERT_TRUE(found);
    const Status opened = dialogue_->open(*found);
    ASSERT_TRUE(opened) << opened.error().what;
  }
  const Question& question() const { return std::get<Question>(dialogue_->turn()); }
  std::string choose(Choice::Kind kind, std::uint64_t number = 0) {
    const auto found = dialogue_->choose({kind, number});
    return found ? "" : found.error().what;
  }
  static std::string text(const std::optional<state::Value>& value) {
    return value ? to_text(*value, 40) : "-";
  }
  /// "1: i 1, total 2 | 2: …".
  std::string table() const {
    const Table& table = *question().table();
    const auto values = [&](const auto& all) {
      std::string out;
      for (std::size_t i = 0; i < all.size(); ++i)
        out += (i ? ", " : " ") + table.columns[i].path + " " + text(all[i]);
      return out;
    };
    std::string out = "start:" + values(table.start);
    for (const TableRow& row : table.rows) {
      out += " | " + std::to_string(row.first);
      if (row.last > row.first) out += "-" + std::to_string(row.last);
      out += (row.changed_nothing ? " idle:" : ":") + values(row.values);
    }
    return out + " | end:" + values(table.at_end);
  }
  /// "1 no, 5 yes".
  std::string log() const {
    std::string out;
    for (const LogLine& line : dialogue_->log())
      out += (out.empty() ? "" : ", ") + dialogue_->name(line.about) + " " +
             std::string(session::to_word(line.kind));
    return out;
  }

  test::TraceMaker maker_;
  std::optional<Subject> subject_;
  std::optional<Dialogue> dialogue_;
};

TEST_F(LooksTest, ATableShowsTheStateAfterEachPass) {
  record(4);
  open("1");
  EXPECT_EQ(
      table(),
      "start: i 1, total 0 | 1: i 1, total 2 | 2: i 2, total 6 | 3: i 3, total 13 | 4 idle: i 4, total 13 | "
      "end: i 5, total -");
  const Table& table = *question().table();
  EXPECT_EQ(table.passes, 4u);
  EXPECT_EQ(table.call.function, "main");
  ASSERT_TRUE(table.left);
  EXPECT_EQ(table.left->how, state::LoopExit::kRanOut);
  ASSERT_EQ(table.rows[2].calls.size(), 1u);
  EXPECT_EQ(one_line(table.rows[2].calls[0], 80), "twice(3) = 7");
  EXPECT_EQ(table.rows[2].facts.changes.size(), 2u) << "the pass alone: i and total";
}

TEST_F(LooksTest, PointingAtAPassBlamesItAndClearsWhatIsBehind) {
  record(6);
  open("1");
  EXPECT_EQ(choose(Choice::Kind::kNumber, 3), "");
  EXPECT_EQ(log(), "5 no, 7 inadmissible");
  EXPECT_EQ(question().about.name, "6") << "what the pass called";
  EXPECT_EQ(dialogue_->answers(), 1u) << "one look";
  ASSERT_TRUE(dialogue_->answer(AnswerKind::kYes, question().about.about));
  const auto& verdict = std::get<VerdictView>(dialogue_->turn());
  EXPECT_EQ(verdict.about.name, "5");
  ASSERT_TRUE(dialogue_->undo(2));
  EXPECT_EQ(log(), "");
}

TEST_F(LooksTest, TheOtherAnswersOfATable) {
  record(4);
  open("1");
  EXPECT_EQ(choose(Choice::Kind::kStart), "");
  EXPECT_EQ(log(), "1 inadmissible");
  ASSERT_TRUE(dialogue_->undo());
  open("5");
  EXPECT_EQ(choose(Choice::Kind::kEnd), "") << "by any pass of the loop";
  EXPECT_EQ(log(), "7 no");
  ASSERT_TRUE(dialogue_->undo());
  open("1");
  EXPECT_EQ(choose(Choice::Kind::kOk), "");
  EXPECT_EQ(log(), "1 yes");
  ASSERT_TRUE(dialogue_->undo());
  open("1");
  EXPECT_EQ(choose(Choice::Kind::kNumber, 4), "");
  EXPECT_EQ(log(), "7 no") << "nothing runs behind the last pass";
}

TEST_F(LooksTest, PassesThatChangedNothingAreTakenTogetherAndManyAreSampled) {
  record(2000);
  open("1");
  const Table& all = *question().table();
  EXPECT_TRUE(all.is_sampled);
  ASSERT_EQ(all.rows.size(), Looks::kMostRows);
  EXPECT_EQ(all.rows.front().first, 1u);
  EXPECT_EQ(all.rows.back().last, 2000u);
  for (std::size_t i = 1; i < all.rows.size(); ++i) EXPECT_EQ(all.rows[i].first, all.rows[i - 1].last + 1);
  EXPECT_EQ(choose(Choice::Kind::kNumber, 3), "") << "it is not shown: the passes around it are";
  EXPECT_EQ(log(), "");
  ASSERT_NE(question().table(), nullptr);
  EXPECT_EQ(question().table()->from, 1u);
  EXPECT_EQ(question().table()->to, 166u);
  EXPECT_EQ(choose(Choice::Kind::kEnd), "The end of the loop is not shown here.");
  ASSERT_TRUE(dialogue_->back());
  EXPECT_EQ(question().table()->to, 2000u);
  EXPECT_EQ(choose(Choice::Kind::kNumber, 166), "");
  EXPECT_EQ(log(), "1 no, 333 inadmissible");
  EXPECT_EQ(question().table()->to, 166u) << "the row stands for several";
}

TEST_F(LooksTest, WhatIsSaidOfATableIsSaidOfThePassesThatItShows) {
  record(2000);
  open("1");
  ASSERT_EQ(choose(Choice::Kind::kNumber, 333), "");
  EXPECT_EQ(log(), "333 no, 667 inadmissible");
  ASSERT_EQ(question().table()->from, 167u);
  EXPECT_EQ(question().about.name, "333");
  EXPECT_TRUE(question().is_known_wrong);
  ASSERT_TRUE(dialogue_->back());
  EXPECT_EQ(question().table()->from, 1u);
  EXPECT_EQ(question().about.name, "1");
}

TEST_F(LooksTest, AFrameListsStepsAndTheirAnswers) {
  record(4);
  open("0");
  ASSERT_NE(question().frame(), nullptr);
  const Frame& frame = *question().frame();
  EXPECT_TRUE(question().is_known_wrong);
  ASSERT_EQ(frame.steps.size(), 1u);
  EXPECT_TRUE(frame.steps[0].is_loop);
  EXPECT_EQ(frame.steps[0].about.passes, 4u);
  EXPECT_EQ(frame.steps[0].line, 25u);
  EXPECT_EQ(choose(Choice::Kind::kNumber, 2), "There is no step 2 here.");
  EXPECT_EQ(choose(Choice::Kind::kOwn), "");
  EXPECT_EQ(log(), "1 yes");
  EXPECT_EQ(std::get<VerdictView>(dialogue_->turn()).about.function, "main");
}

TEST_F(LooksTest, AFrameOfWhatIsNotJudgedYetJudgesItToo) {
  record(4);
  open("3");
  EXPECT_NE(question().table(), nullptr) << "a pass is shown with its loop";
  open("4");
  EXPECT_FALSE(question().is_known_wrong);
  EXPECT_EQ(choose(Choice::Kind::kOwn), "");
  EXPECT_EQ(log(), "4 no");
}

TEST_F(LooksTest, WhatWasOpenedIsClosedByBackAndByAnswers) {
  record(4);
  const std::string asked = question().about.name;
  EXPECT_FALSE(dialogue_->back());
  open("0");
  ASSERT_TRUE(dialogue_->back());
  EXPECT_EQ(question().about.name, asked);
  EXPECT_EQ(question().frame(), nullptr);
  EXPECT_EQ(choose(Choice::Kind::kOk), "Neither steps nor passes are shown that could be pointed at.");
}

/// Answers whatever is looked at as somebody who knows that twice(3) is wrong. Gives the looks: "table 1, call 6".
std::string play(Dialogue& dialogue) {
  std::string looks;
  for (int look = 0; look < 20 && std::holds_alternative<Question>(dialogue.turn()); ++look) {
    const Question& question = std::get<Question>(dialogue.turn());
    const std::string kind = question.frame() != nullptr   ? "frame"
                             : question.table() != nullptr ? "table"
                                                           : "call";
    looks += (looks.empty() ? "" : ", ") + kind + " " + question.about.name;
    // Pass 3 is node 5, and its call node 6.
    if (const Table* table = question.table()) {
      const TableRow* row = &table->rows.front();
      while (row->last < 3 && row != &table->rows.back()) ++row;
      EXPECT_TRUE(dialogue.choose({Choice::Kind::kNumber, row->last}));
    } else if (const Frame* frame = question.frame()) {
      Choice choice{Choice::Kind::kOwn};
      for (std::size_t i = 0; i < frame->steps.size(); ++i) {
        const NodeId step = frame->steps[i].about.about.first;
        if (step <= NodeId{6} && NodeId{6} < dialogue.subject().tree().end(step))
          choice = {Choice::Kind::kNumber, i + 1};
      }
      EXPECT_TRUE(dialogue.choose(choice));
    } else {
      const session::About about = question.about.about;
      const bool holds = about.first <= NodeId{6} && NodeId{6} < dialogue.subject().tree().end(about.last);
      EXPECT_TRUE(dialogue.answer(holds ? AnswerKind::kNo : AnswerKind::kYes, about));
    }
  }
  return looks;
}

TEST_F(LooksTest, LeastEffortChoosesThemByItself) {
  record(8);
  auto dialogue = Dialogue::start(*subject_, {.strategy = "least-effort", .transform = "loops"});
  ASSERT_TRUE(dialogue) << dialogue.error().what;
  ASSERT_NE(std::get<Question>(dialogue->turn()).table(), nullptr)
      << "of the loop that has all suspects but one";
  const std::string looks = play(*dialogue);
  ASSERT_TRUE(std::holds_alternative<VerdictView>(dialogue->turn())) << looks;
  EXPECT_EQ(std::get<VerdictView>(dialogue->turn()).about.function, "twice") << looks;
  EXPECT_LE(dialogue->answers(), 3u) << looks;
}

TEST_F(LooksTest, ALookThatWasDeclinedIsNotOfferedAgain) {
  record(8);
  auto dialogue = Dialogue::start(*subject_, {.strategy = "least-effort", .transform = "loops"});
  ASSERT_NE(std::get<Question>(dialogue->turn()).table(), nullptr);
  ASSERT_TRUE(dialogue->decline());
  EXPECT_EQ(std::get<Question>(dialogue->turn()).table(), nullptr);
  EXPECT_TRUE(dialogue->log().empty());
}

TEST_F(LooksTest, AsJsonTheyHaveTheSame) {
  record(3, CULPRIT_EXIT_BROKE);
  open("1");
  const auto event = to_json(dialogue_->turn());
  EXPECT_EQ(event["look"], "table");
  EXPECT_EQ(event["table"]["columns"].size(), 2u);
  EXPECT_EQ(event["table"]["rows"][1]["values"], nlohmann::json::parse("[2, 6]"));
  EXPECT_EQ(event["table"]["left"]["how"], "break");
  open("0");
  EXPECT_EQ(to_json(dialogue_->turn())["steps"].size(), 1u);
}

}  // namespace
}  // namespace culprit::service
