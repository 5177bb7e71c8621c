// What becomes of sessions in files: of an older version, of another run, and of those that several processes want at once.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "src/service/dialogue.h"

namespace culprit::service {
namespace {

using session::AnswerKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kRepeats =
    "main = 7\n"
    "  f(1) = 1\n"
    "    g(2) = 2\n"
    "  f(1) = 1\n"
    "    g(2) = 2\n"
    "  f(1) = 3\n"
    "    h(1) = 3\n"
    "  k(2) = 1\n";
/// The same program on other input: two of the questions are the same.
constexpr std::string_view kOtherRun =
    "main = 9\n"
    "  k(2) = 1\n"
    "  f(5) = 5\n"
    "  f(1) = 1\n"
    "    g(2) = 2\n"
    "  f(7) = 8\n";

class ResumptionTest : public ::testing::Test {
 protected:
  ResumptionTest() {
    folder_ = std::filesystem::temp_directory_path() /
              ("culprit-resumption-" + std::to_string(::getpid()) + "-" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    options_.session_path = (folder_ / "s").string();
    options_.resume = true;
  }
  ~ResumptionTest() override { std::filesystem::remove_all(folder_); }

  Subject subject(std::string_view text, const std::string& name = "run.tree") {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return std::move(*Subject::open(path));
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  /// As they were written before answers were about nodes of the subject.
  void write_old(const Subject& of, const std::string& lines, std::string_view transform = "loops") const {
    write("s", fmt::format(R"({{"format":"culprit-session","version":1,"subject":"run.tree","fingerprint":)"
                           R"("{:016x}","strategy":"top-down","transform":"{}","ask_root":false,)"
                           R"("memory":true}})"
                           "\n",
                           of.old_fingerprint(), transform) +
                   lines);
  }
  static std::string old_answer(int row, std::string_view function, std::string_view kind) {
    return fmt::format(R"({{"request":"answer","kind":"{}","node":{},"function":"{}"}})"
                       "\n",
                       kind, row, function);
  }
  Dialogue start(const Subject& of) {
    Result<Dialogue> dialogue = Dialogue::start(of, options_);
    if (!dialogue) ADD_FAILURE() << dialogue.error().what;
    return std::move(*dialogue);
  }
  static std::string asked(const Dialogue& dialogue) {
    const auto* question = std::get_if<Question>(&dialogue.turn());
    return question ? one_line(question->about, 80) : "";
  }
  static std::string log(const Dialogue& dialogue) {
    std::string out;
    for (const LogLine& line : dialogue.log())
      out += fmt::format("{}{} {} {}", out.empty() ? "" : ", ", dialogue.name(line.about),
                         session::to_word(line.kind), line.who);
    return out;
  }
  static std::string marks(const std::vector<Mark>& marks) {
    std::string out;
    for (const Mark mark : marks) out += ".rwtsi"[static_cast<int>(mark)];
    return out;
  }
  std::string marks(const Subject& of) const {
    const auto found = marks_of(of, options_.session_path);
    return found ? marks(*found) : found.error().what;
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  std::filesystem::path folder_;
  DialogueOptions options_{.strategy = "top-down", .transform = "loops"};
};

TEST_F(ResumptionTest, TakesUpEveryKindOfAnswerOfVersion1) {
  const Subject run = subject(kRepeats);
  const std::string lines =
      "{\"request\":\"jump\",\"node\":3,\"function\":\"f\"}\n"
      "{\"request\":\"fold\",\"node\":3,\"function\":\"f\"}\n"
      "{\"request\":\"unfold\",\"node\":3,\"function\":\"f\"}\n" +
      old_answer(5, "f", "no") + old_answer(6, "h", "skip") + old_answer(6, "h", "yes") +
      old_answer(1, "f", "yes") + old_answer(7, "k", "inadmissible") + old_answer(4, "g", "trust") +
      "{\"request\":\"undo\",\"steps\":1}\n"
      "{\"request\":\"strategy\",\"name\":\"heaviest-first\"}\n";
  write_old(run, lines);
  EXPECT_EQ(marks(run), "wrr..wri") << "looked at without changing it";
  ASSERT_THAT(read("s"), HasSubstr("\"version\":1"));
  Dialogue dialogue = start(run);
  EXPECT_EQ(log(dialogue), "5 no you, 6 skip you, 6 yes you, 1 yes you, 7 inadmissible you");
  EXPECT_EQ(dialogue.strategy(), "heaviest-first");
  EXPECT_EQ(std::get<VerdictView>(dialogue.turn()).about.name, "5");
  EXPECT_THAT(dialogue.take_notes(),
              ElementsAre("The earlier session is now '" + options_.session_path + ".1'."));
  EXPECT_THAT(read("s.1"), HasSubstr(lines));
  EXPECT_THAT(read("s"), HasSubstr("\"version\":2"));
  EXPECT_EQ(marks(run), "wrr..wri");
}

TEST_F(ResumptionTest, TakesUpTrustOfVersion1) {
  const Subject run = subject(
      "main = 7  @main.cpp:1-9\n"
      "  a::f(1) = 1  @a.cpp:1-3\n"
      "  a::g(1) = 1  @b.cpp:1-3\n"
      "  h(1) = 1  @a.cpp:5-8\n");
  for (const auto& [word, expected] :
       {std::pair{"trust", "wt.."}, {"trust file", "wt.t"}, {"trust namespace", "wtt."}}) {
    std::filesystem::remove(folder_ / "s.1");
    write_old(run, old_answer(1, "a::f", word));
    EXPECT_EQ(marks(run), expected) << word;
    EXPECT_EQ(log(start(run)), fmt::format("1 {} you", word));
    EXPECT_EQ(marks(run), expected) << word;
  }
}

TEST_F(ResumptionTest, TakesUpAnswersAboutChainsOfVersion1) {
  const Subject run = subject("m = 3\n  f(1) = 1\n  f(2) = 2\n  f(3) = 3\n  g(1) = 2\n");
  write_old(run, old_answer(1, "f", "yes"), "loops,collapse");
  options_.transform = "loops,collapse";
  EXPECT_EQ(log(start(run)), "1-3 yes you");
  EXPECT_EQ(marks(run), "wrrr.");
}

TEST_F(ResumptionTest, KeepsTheLengthOfChains) {
  const Subject run = subject("m = 3\n  f(1) = 1\n  f(2) = 2\n  f(3) = 3\n  f(4) = 4\n");
  options_.transform = "loops,collapse";
  options_.chain_size = 2;
  {
    Dialogue dialogue = start(run);
    ASSERT_TRUE(dialogue.answer(AnswerKind::kYes, std::get<Question>(dialogue.turn()).about.about));
  }
  EXPECT_THAT(read("s"), HasSubstr(R"("chain_size":2)"));
  options_.chain_size = kDefaultChainSize;
  EXPECT_EQ(asked(start(run)), "2 calls of f in a row: f(3) = 3; f(4) = 4");
  EXPECT_EQ(start(run).chain_size(), 2u);
  options_.chain_size_given = true;
  const auto refused = Dialogue::start(run, options_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what,
            "The session was started with --chain-size 2, and cannot be resumed with --chain-size 12.");
}

TEST_F(ResumptionTest, TakesUpChainsFromBeforeTheyWereLimited) {
  std::string text = "m = 3\n";
  for (int i = 0; i < 20; ++i) text += "  f(1) = 1\n";
  const Subject run = subject(text);
  options_.transform = "loops,collapse";
  options_.chain_size = transform::kAnyChainSize;
  {
    Dialogue dialogue = start(run);
    ASSERT_TRUE(dialogue.jump({NodeId{1}, NodeId{20}}));
    EXPECT_EQ(read("s").find("chain_size"), std::string::npos);
  }
  options_.chain_size = kDefaultChainSize;
  EXPECT_EQ(std::get<Question>(start(run).turn()).about.parts.size(), 20u) << "all are listed";
  options_.chain_size_given = true;
  const auto refused = Dialogue::start(run, options_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what,
            "The session was started with chains of any length, and cannot be resumed with --chain-size 12.");
  write("s",
        R"({"format":"culprit-session","version":2,"subject":"r","run":"0","fingerprint":"0","strategy":)"
        R"("top-down","transform":"loops","ask_root":false,"memory":true,"chain_size":1})"
        "\n");
  const auto none = Dialogue::start(run, options_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "The session's first line has chains of 1 calls; the least is 2.");
}

TEST_F(ResumptionTest, AsksOraclesInBetweenAsVersion1Did) {
  const Subject run = subject(kRepeats);
  // 3 was answered from memory, and so the search was over when another bug was asked for.
  write_old(run, old_answer(1, "f", "yes") + old_answer(5, "f", "no") + old_answer(6, "h", "no") +
                     "{\"request\":\"another\"}\n");
  {
    Dialogue dialogue = start(run);
    EXPECT_EQ(log(dialogue), "1 yes you, 3 yes earlier answer, 5 no you, 6 no you");
    EXPECT_EQ(asked(dialogue), "k(2) = 1");
  }
  EXPECT_EQ(log(start(run)), "1 yes you, 3 yes earlier answer, 5 no you, 6 no you");
}

TEST_F(ResumptionTest, KeepsASessionOfVersion1ThatDoesNotFit) {
  const Subject run = subject(kRepeats);
  for (const std::string& lines : {old_answer(5, "other", "no"), old_answer(99, "f", "no"),
                                   std::string("{\"request\":\"undo\",\"steps\":3}\n")}) {
    std::filesystem::remove(folder_ / "s.1");
    write_old(run, lines);
    const std::string before = read("s");
    EXPECT_FALSE(marks_of(run, options_.session_path));
    Dialogue dialogue = start(run);
    EXPECT_EQ(dialogue.answers(), 0u);
    EXPECT_FALSE(dialogue.is_resumed());
    const auto notes = dialogue.take_notes();
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_THAT(notes[0], HasSubstr("The session is of version 1, and cannot be taken up by this culprit: "));
    EXPECT_EQ(notes[1], "The earlier session is now '" + options_.session_path + ".1'.");
    EXPECT_EQ(read("s.1"), before);
  }
}

TEST_F(ResumptionTest, KeepsASessionOfVersion1OfAnotherRun) {
  const Subject other = subject(kOtherRun, "other.tree");
  write_old(other, old_answer(1, "k", "yes"));
  const Subject run = subject(kRepeats);
  EXPECT_EQ(start(run).answers(), 0u);
  EXPECT_THAT(read("s.1"), HasSubstr("\"kind\":\"yes\""));
}

TEST_F(ResumptionTest, RefusesANewerVersionAndLeavesIt) {
  const Subject run = subject(kRepeats);
  const std::string newer = R"({"format":"culprit-session","version":3,"subject":"run.tree"})"
                            "\n";
  write("s", newer);
  const Result<Dialogue> refused = Dialogue::start(run, options_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kVersion);
  EXPECT_EQ(read("s"), newer);
  EXPECT_FALSE(exists("s.1"));
}

TEST_F(ResumptionTest, KeepsKeysThatItDoesNotKnow) {
  const Subject run = subject(kRepeats);
  {
    Dialogue dialogue = start(run);
    ASSERT_TRUE(dialogue.answer(AnswerKind::kYes, NodeId{7}));
  }
  std::string text = read("s");
  text.insert(text.rfind('}'), ",\"confidence\":0.5");
  write("s", text);
  EXPECT_EQ(log(start(run)), "7 yes you");
  EXPECT_EQ(read("s"), text);
}

TEST_F(ResumptionTest, AnswersOfAnotherRunAnswerTheSameQuestions) {
  {
    const Subject first = subject(kRepeats, "first.tree");
    Dialogue dialogue = start(first);
    ASSERT_TRUE(dialogue.answer(AnswerKind::kYes, NodeId{7}));
    ASSERT_TRUE(dialogue.answer(AnswerKind::kYes, NodeId{1}));
  }
  const Subject second = subject(kOtherRun, "second.tree");
  {
    Dialogue dialogue = start(second);
    EXPECT_EQ(log(dialogue), "1 yes earlier answer");
    EXPECT_EQ(asked(dialogue), "f(5) = 5");
  }
  // The other question comes up after the session was left and taken up again.
  Dialogue dialogue = start(second);
  EXPECT_EQ(log(dialogue), "1 yes earlier answer");
  ASSERT_TRUE(dialogue.answer(AnswerKind::kYes, NodeId{2}));
  EXPECT_EQ(log(dialogue), "1 yes earlier answer, 2 yes you, 3 yes earlier answer");
  ASSERT_TRUE(dialogue.answer(AnswerKind::kNo, NodeId{5}));
  const VerdictView& verdict = std::get<VerdictView>(dialogue.turn());
  EXPECT_EQ(verdict.about.name, "5");
  EXPECT_EQ(verdict.borrowed, 2u);
  EXPECT_EQ(verdict.questions, 2u);
}

TEST_F(ResumptionTest, GoesOnWithoutAnEarlierSessionThatIsGone) {
  {
    const Subject first = subject(kRepeats, "first.tree");
    ASSERT_TRUE(start(first).answer(AnswerKind::kYes, NodeId{1}));
  }
  const Subject second = subject(kOtherRun, "second.tree");
  (void)start(second);
  std::filesystem::remove(folder_ / "s.1");
  Dialogue dialogue = start(second);
  const auto notes = dialogue.take_notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr("What was answered in 's.1' answers nothing here: "));
}

/// Starts or resumes, answers up to three questions, and returns how many answers were taken.
int answer_some(const Subject& run, DialogueOptions options, unsigned seed) {
  std::minstd_rand random(seed);
  std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
  options.resume = random() % 3 != 0;
  options.memory = false;
  Result<Dialogue> dialogue = Dialogue::start(run, options);
  if (!dialogue) return dialogue.error().code == ErrorCode::kBadSession ? 0 : 100;
  int taken = 0;
  for (unsigned i = 0; i < 1 + random() % 3; ++i) {
    const NodeId node{1 + static_cast<std::uint32_t>(random() % (run.tree().size() - 1))};
    if (!dialogue->answer(AnswerKind::kSkip, node)) return 101;
    ++taken;
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 500));
  }
  return taken;
}

/// Looks at the marks for a while. 0 if it saw whole sessions, or none, each time.
int look_at_marks(const Subject& run, const std::string& path) {
  for (int i = 0; i < 20; ++i) {
    const auto marks = marks_of(run, path);
    if (!marks && std::filesystem::exists(path)) return 102;
    if (marks && marks->size() != run.tree().size()) return 103;
  }
  return 0;
}

TEST_F(ResumptionTest, LosesNoAnswerWhoeverStartsAtOnce) {
  const Subject run = subject(kRepeats);
  for (unsigned trial = 0; trial < 200; ++trial) {
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (entry.path().filename() != "run.tree") std::filesystem::remove(entry.path());
    std::vector<pid_t> children;
    for (unsigned who = 0; who < 3; ++who) {
      const pid_t child = ::fork();
      if (child == 0)
        ::_exit(who == 2 ? look_at_marks(run, options_.session_path)
                         : answer_some(run, options_, trial * 7 + who));
      children.push_back(child);
    }
    int taken = 0;
    for (const pid_t child : children) {
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFEXITED(status)) << trial;
      ASSERT_LT(WEXITSTATUS(status), 100) << trial;
      taken += WEXITSTATUS(status);
    }
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const std::string name = entry.path().filename().string();
      if (name == "run.tree") continue;
      ASSERT_EQ(name.find(".new"), std::string::npos) << name << " was left behind";
      const auto saved = session::SessionFile::read(entry.path().string());
      ASSERT_TRUE(saved) << name << ": " << saved.error().what;
      found += static_cast<int>(saved->requests.size());
    }
    ASSERT_EQ(found, taken) << "trial " << trial;
    ASSERT_GT(taken, 0);
  }
}

}  // namespace
}  // namespace culprit::service
