#include "src/service/dialogue.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

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
  Subject sort_subject() { return std::move(*Subject::open(write("sort.tree", kSort))); }
  static const Question& question(const Dialogue& dialogue) { return std::get<Question>(dialogue.turn()); }
  static std::string asked(const Dialogue& dialogue) { return one_line(question(dialogue).about, 100); }
  static void answer(Dialogue& dialogue, AnswerKind kind) {
    ASSERT_TRUE(dialogue.answer(kind, question(dialogue).about.node));
  }

  std::filesystem::path folder_;
};

TEST_F(DialogueTest, AsksAndBlames) {
  const Subject subject = sort_subject();
  DialogueOptions options;
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
  EXPECT_EQ(verdict.children[0].mark, session::Mark::kRight);
  EXPECT_EQ(verdict.children[0].who, "you");
}

TEST_F(DialogueTest, SavesEachAnswerAndResumes) {
  const Subject subject = sort_subject();
  DialogueOptions options;
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
  EXPECT_TRUE(again->notes().empty());
}

}  // namespace
}  // namespace culprit::service
