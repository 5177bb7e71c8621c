#include "src/service/dialogue.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

namespace culprit::service {
namespace {

using session::AnswerKind;

constexpr std::string_view kSort =
    "sort({3, 1, 2}) = {2, 3, 0}  @sort.cpp:10-30\n"
    "  sort({3, 1}) = {1, 3}  @sort.cpp:10-30\n"
    "    merge({3}, {1}) = {1, 3}  @sort.cpp:1-8\n"
    "  sort({2}) = {2}  @sort.cpp:10-30\n"
    "  merge({1, 3}, {2}) = {2, 3, 0}  @sort.cpp:1-8\n"
    "    take({1, 3}) = {3}\n"
    "    take({2}) = {}\n";

class DialogueTest : public ::testing::Test {
 protected:
  DialogueTest() {
    folder_ = std::filesystem::temp_directory_path() /
              ("culprit-dialogue-" + std::to_string(::getpid()) + "-" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~DialogueTest() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static std::string read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  Subject sort_subject() { return std::move(*Subject::open(write("sort.tree", kSort))); }
  static const Question& question(const Dialogue& dialogue) { return std::get<Question>(dialogue.turn()); }
  static std::string asked(const Dialogue& dialogue) { return one_line(question(dialogue).about, 100); }
  static void answer(Dialogue& dialogue, AnswerKind kind) {
    ASSERT_TRUE(dialogue.answer(kind, question(dialogue).about.about));
  }

  std::filesystem::path folder_;
};

TEST_F(DialogueTest, AsksAndBlames) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.strategy = "top-down";
  Result<Dialogue> dialogue = Dialogue::start(subject, options);
  ASSERT_TRUE(dialogue) << dialogue.error().what;
  EXPECT_EQ(asked(*dialogue), "sort({3, 1}) = {1, 3}");
  EXPECT_EQ(question(*dialogue).suspects, 7u);
  EXPECT_EQ(question(*dialogue).number, 1u);
  answer(*dialogue, AnswerKind::kYes);
  EXPECT_EQ(asked(*dialogue), "sort({2}) = {2}");
  answer(*dialogue, AnswerKind::kYes);
  EXPECT_EQ(asked(*dialogue), "merge({1, 3}, {2}) = {2, 3, 0}");
  answer(*dialogue, AnswerKind::kNo);
  answer(*dialogue, AnswerKind::kYes);
  answer(*dialogue, AnswerKind::kYes);
  const VerdictView& verdict = std::get<VerdictView>(dialogue->turn());
  EXPECT_EQ(verdict.kind, session::VerdictKind::kBuggy);
  EXPECT_EQ(one_line(verdict.about, 100), "merge({1, 3}, {2}) = {2, 3, 0}");
  EXPECT_EQ(verdict.questions, 5u);
  ASSERT_EQ(verdict.children.size(), 2u);
  EXPECT_EQ(verdict.children[0].mark, Mark::kRight);
  EXPECT_EQ(verdict.children[0].who, "you");
}

TEST_F(DialogueTest, SavesEachAnswerAndResumes) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.strategy = "top-down";
  options.session_path = (folder_ / "s").string();
  {
    Result<Dialogue> dialogue = Dialogue::start(subject, options);
    ASSERT_TRUE(dialogue) << dialogue.error().what;
    answer(*dialogue, AnswerKind::kYes);
    answer(*dialogue, AnswerKind::kYes);
  }
  options.resume = true;
  options.strategy = "heaviest-first";
  Result<Dialogue> again = Dialogue::start(subject, options);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(again->resumed_answers(), 2u);
  EXPECT_EQ(again->strategy(), "top-down");
  EXPECT_EQ(asked(*again), "merge({1, 3}, {2}) = {2, 3, 0}");
  EXPECT_TRUE(again->take_notes().empty());
}

TEST_F(DialogueTest, ResumesWhereverTheProcessWasKilled) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.strategy = "top-down";
  options.session_path = (folder_ / "s").string();
  std::vector<std::string> asked_after;  // by requests taken
  {
    Result<Dialogue> dialogue = Dialogue::start(subject, options);
    ASSERT_TRUE(dialogue);
    asked_after.push_back(asked(*dialogue));
    answer(*dialogue, AnswerKind::kYes);
    asked_after.push_back(asked(*dialogue));
    ASSERT_TRUE(dialogue->jump(NodeId{4}));
    asked_after.push_back(asked(*dialogue));
    answer(*dialogue, AnswerKind::kNo);
    asked_after.push_back(asked(*dialogue));
    ASSERT_TRUE(dialogue->undo(1));
    asked_after.push_back(asked(*dialogue));
    ASSERT_TRUE(dialogue->change_strategy("heaviest-first"));
    asked_after.push_back(asked(*dialogue));
  }
  const std::string whole = read(options.session_path);
  options.resume = true;
  const std::string torn =
      "The last line of the session was torn, and is left out: its answer has to be given again.";
  for (std::size_t length = whole.find('\n') + 1; length <= whole.size(); ++length) {
    write("s", whole.substr(0, length));
    const auto lines = std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length), '\n');
    Result<Dialogue> dialogue = Dialogue::start(subject, options);
    ASSERT_TRUE(dialogue) << length << dialogue.error().what;
    EXPECT_EQ(asked(*dialogue), asked_after[static_cast<std::size_t>(lines - 1)]) << length;
    const bool is_torn = whole[length - 1] != '\n';
    EXPECT_EQ(dialogue->take_notes(), is_torn ? std::vector<std::string>{torn} : std::vector<std::string>{})
        << length;
  }
}

TEST_F(DialogueTest, ChangesNothingWhenARequestIsRefused) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.session_path = (folder_ / "s").string();
  Result<Dialogue> dialogue = Dialogue::start(subject, options);
  ASSERT_TRUE(dialogue);
  const std::string question_before = asked(*dialogue);
  const std::string file_before = read(options.session_path);
  EXPECT_EQ(dialogue->answer(AnswerKind::kYes, NodeId{7}).error().what, "There is no such node.");
  EXPECT_EQ(dialogue->find("7").error().what, "There is no node 7.");
  EXPECT_EQ(dialogue->find("7").error().hint, "The nodes are 0 to 6.");
  EXPECT_EQ(dialogue->jump(NodeId{7}).error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(dialogue->undo(1).error().what, "There is nothing to undo.");
  EXPECT_EQ(dialogue->find_another().error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(dialogue->change_strategy("topdown").error().code, ErrorCode::kUsage);
  EXPECT_EQ(dialogue->view(NodeId{7}).error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(dialogue->view({NodeId{5}, NodeId{6}}).error().what, "5-6 is no chain of this tree.");
  EXPECT_EQ(dialogue->jump({NodeId{5}, NodeId{6}}).error().what, "5-6 is no chain of this tree.");
  EXPECT_EQ(asked(*dialogue), question_before);
  EXPECT_EQ(read(options.session_path), file_before);
  EXPECT_EQ(dialogue->answers(), 0u);
}

TEST_F(DialogueTest, TakesNoAnswerThatCannotBeSaved) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.session_path = (folder_ / "s").string();
  const pid_t child = ::fork();
  if (child == 0) {
    Result<Dialogue> dialogue = Dialogue::start(subject, options);
    if (!dialogue) ::_exit(1);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{500, 500};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    for (int i = 0; i < 5; ++i) {
      const std::string before = asked(*dialogue);
      const auto taken = dialogue->answer(AnswerKind::kSkip, question(*dialogue).about.about);
      if (!taken) ::_exit(taken.error().code == ErrorCode::kIo && asked(*dialogue) == before ? 0 : 2);
    }
    ::_exit(3);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  options.resume = true;
  EXPECT_TRUE(Dialogue::start(subject, options));
}

TEST_F(DialogueTest, KeepsAnOlderSession) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.session_path = (folder_ / "s").string();
  options.resume = true;
  {
    Result<Dialogue> dialogue = Dialogue::start(subject, options);
    ASSERT_TRUE(dialogue);
    EXPECT_EQ(dialogue->take_notes(),
              std::vector<std::string>{"There was no session to resume; this is a new one."});
    answer(*dialogue, AnswerKind::kYes);
  }
  options.resume = false;
  Result<Dialogue> dialogue = Dialogue::start(subject, options);
  ASSERT_TRUE(dialogue);
  EXPECT_EQ(dialogue->answers(), 0u);
  EXPECT_EQ(dialogue->take_notes(),
            std::vector<std::string>{"The earlier session is now '" + options.session_path + ".1'."});
}

TEST_F(DialogueTest, RefusesASessionThatDoesNotFit) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.session_path = (folder_ / "s").string();
  {
    Result<Dialogue> dialogue = Dialogue::start(subject, options);
    answer(*dialogue, AnswerKind::kYes);
  }
  options.resume = true;
  std::string text = read(options.session_path);
  const std::size_t at = text.find("\"about\":\"") + 9;
  text[at] = '9';
  write("s", text);
  const Result<Dialogue> beyond = Dialogue::start(subject, options);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::kBadSession);
  EXPECT_EQ(beyond.error().what, "Line 2 of the session does not fit its subject: there is no node 9.");
  text[at] = '5';
  write("s", text);
  const Result<Dialogue> other = Dialogue::start(subject, options);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().what.find("node 5 is a call of 'take', not of "), std::string::npos)
      << other.error().what;
  EXPECT_EQ(read(options.session_path), text);
}

TEST_F(DialogueTest, FindsAnotherBugAndCountsQuestions) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.strategy = "top-down";
  Result<Dialogue> dialogue = Dialogue::start(subject, options);
  ASSERT_TRUE(dialogue->answer(AnswerKind::kNo, NodeId{5}));
  EXPECT_EQ(std::get<VerdictView>(dialogue->turn()).about.function, "take");
  EXPECT_EQ(dialogue->log()[0].who, "you");
  ASSERT_TRUE(dialogue->find_another());
  EXPECT_EQ(asked(*dialogue), "sort({3, 1}) = {1, 3}");
  EXPECT_EQ(question(*dialogue).number, 2u);
  EXPECT_EQ(dialogue->mark(dialogue->row(NodeId{5})), Mark::kWrong);
}

TEST_F(DialogueTest, MakesEvents) {
  const Subject subject = sort_subject();
  DialogueOptions options{.transform = "loops"};
  options.strategy = "top-down";
  Result<Dialogue> dialogue = Dialogue::start(subject, options);
  const nlohmann::json asked_event = to_json(dialogue->turn());
  EXPECT_EQ(asked_event["event"], "question");
  EXPECT_EQ(asked_event["node"], "1");
  EXPECT_EQ(asked_event["kind"], "call");
  EXPECT_EQ(asked_event["function"], "sort");
  EXPECT_EQ(asked_event["file"], "sort.cpp");
  EXPECT_EQ(asked_event["first_line"], 10);
  EXPECT_EQ(asked_event["last_line"], 30);
  EXPECT_EQ(asked_event["inputs"], nlohmann::json::parse(R"([{"value":"{3, 1}"}])"));
  EXPECT_EQ(asked_event["result"], "{1, 3}");
  EXPECT_EQ(asked_event["outcome"], "returned");
  EXPECT_EQ(asked_event["suspects"], 7);
  EXPECT_EQ(asked_event["expected_questions"]["least"], 2);
  EXPECT_EQ(asked_event["expected_questions"]["most"], 5);
  EXPECT_EQ(asked_event["expected_questions"]["exact"], true);
  EXPECT_EQ(asked_event["number"], 1);
  for (const char* key : {"signature", "before", "after", "changes", "output", "why"}) {
    EXPECT_TRUE(asked_event.contains(key)) << key;
  }
  ASSERT_TRUE(dialogue->answer(AnswerKind::kNo, NodeId{4}));
  answer(*dialogue, AnswerKind::kYes);
  answer(*dialogue, AnswerKind::kYes);
  const nlohmann::json verdict = to_json(dialogue->turn());
  EXPECT_EQ(verdict["event"], "verdict");
  EXPECT_EQ(verdict["verdict"], "buggy");
  EXPECT_EQ(verdict["function"], "merge");
  EXPECT_EQ(verdict["questions"], 3);
  EXPECT_EQ(verdict["children_total"], 2);
  EXPECT_EQ(verdict["children"][0],
            nlohmann::json::parse(R"({"node":"5","function":"take","text":"take({1, 3}) = {3}",
      "mark":"right","who":"you"})"));
}

TEST_F(DialogueTest, SaysInAnEventWhatWouldDecide) {
  const Subject subject = sort_subject();
  Result<Dialogue> dialogue = Dialogue::start(subject, {.transform = "loops"});
  while (std::holds_alternative<Question>(dialogue->turn())) answer(*dialogue, AnswerKind::kSkip);
  const nlohmann::json verdict = to_json(dialogue->turn());
  EXPECT_EQ(verdict["verdict"], "undecided");
  EXPECT_EQ(verdict["candidates"].size(), 7u);
  EXPECT_EQ(verdict["candidates"][0]["node"], "0");
  EXPECT_EQ(verdict["decisive"]["node"], "4");
  EXPECT_FALSE(verdict.contains("function"));
}

TEST_F(DialogueTest, MakesValidEventsOfHostileBytes) {
  const Result<Subject> subject =
      Subject::open(write("hostile.tree", "m(\xff\xfe) = \xc3\n  f\x80(\"\x1b[2J\") = \xf0\x9f\n"));
  ASSERT_TRUE(subject) << subject.error().what;
  Result<Dialogue> dialogue = Dialogue::start(*subject, {});
  ASSERT_TRUE(dialogue);
  EXPECT_NO_THROW((void)to_json(dialogue->turn()).dump());
  const std::string line = asked(*dialogue);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
  EXPECT_NO_THROW((void)nlohmann::json(line).dump());
  answer(*dialogue, AnswerKind::kYes);
  EXPECT_NO_THROW((void)to_json(dialogue->turn()).dump());
  EXPECT_NO_THROW((void)to_json(Error{ErrorCode::kIo, "\xff", "\x80"}).dump());
}

}  // namespace
}  // namespace culprit::service
