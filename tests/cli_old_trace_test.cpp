// The program on a trace of format version 2, recorded by the last recorder of it from tests/fixtures/version_2_loops.cpp: loops that
// are left by break, return and exceptions, and one that runs out. How they ended, and where their heads are, is not in it.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/base/text.h"
#include "src/trace/format.h"
#include "src/trace/trace.h"
#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kNotRecorded = "ended: how the loop ended was not recorded\n";

class OldTrace : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    const auto fixtures = std::filesystem::path(CULPRIT_SOURCE_DIR) / "tests/fixtures";
    std::filesystem::copy_file(fixtures / "version_2_loops.trace", folder_ / "loops.trace");
    std::filesystem::copy_file(fixtures / "version_2_loops.cpp", folder_ / "loops.cpp");
    // As old as the trace says.
    const auto trace = trace::Trace::open(folder_ / "loops.trace");
    ASSERT_TRUE(trace);
    for (const trace::SourceFile& file : trace->tables().files) {
      if (file.modified == 0) continue;
      const auto seconds = static_cast<time_t>(file.modified / 1'000'000'000);
      const auto nanoseconds = static_cast<long>(file.modified % 1'000'000'000);
      const timespec times[2] = {{seconds, nanoseconds}, {seconds, nanoseconds}};
      ASSERT_EQ(utimensat(AT_FDCWD, (folder_ / "loops.cpp").c_str(), times, 0), 0);
    }
  }
  Finished top_down(const std::string& input, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"debug", "loops.trace", "--transform", "loops", "--strategy", "top-down"};
    words.insert(words.end(), more.begin(), more.end());
    return culprit(words, input);
  }
};

TEST_F(OldTrace, KeepsTheNamesOfItsNodes) {
  EXPECT_EQ(culprit({"tree", "loops.trace"}).out, R"( 0 main() = 0  (22)
 1 ├─ first_even(&{3, 5, 4, -1}, 4) = 2  (4)
 2 │  └─ loop at loops.cpp:6, passes 1–3 of 3 (numbers = &{3, 5, 4, -1}, count = 4, found = -1, i = 0)  (3)
 3 │     └─ loop at loops.cpp:6, passes 2–3 of 3 (numbers = &{3, 5, 4, -1}, count = 4, found = -1, i = 1)  (2)
 4 │        └─ loop at loops.cpp:6, pass 3 of 3 (numbers = &{3, 5, 4, -1}, count = 4, found = -1, i = 2)
 5 ├─ first_above(&{3, 5, 4, -1}, 4, 4) = 5  (3)
 6 │  └─ loop at loops.cpp:16, passes 1–2 of 2 (numbers = &{3, 5, 4, -1}, count = 4, limit = 4, i = 0)  (2)
 7 │     └─ loop at loops.cpp:16, pass 2 of 2 (numbers = &{3, 5, 4, -1}, count = 4, limit = 4, i = 1)
 8 ├─ sum_until_negative(&{3, 5, 4, -1}, 4) = -12  (5)
 9 │  └─ loop at loops.cpp:35, passes 1–4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 0, i = 0)  (4)
10 │     └─ loop at loops.cpp:35, passes 2–4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 3, i = 1)  (3)
11 │        └─ loop at loops.cpp:35, passes 3–4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 8, i = 2)  (2)
12 │           └─ loop at loops.cpp:35, pass 4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 12, i = 3)
13 ├─ product(&{3, 5, 4, -1}, 3) = 0  (4)
14 │  └─ loop at loops.cpp:47, passes 1–3 of 3 (numbers = &{3, 5, 4, -1}, count = 3, result = 0, i = 0)  (3)
15 │     └─ loop at loops.cpp:47, passes 2–3 of 3 (numbers = &{3, 5, 4, -1}, count = 3, result = 0, i = 1)  (2)
16 │        └─ loop at loops.cpp:47, pass 3 of 3 (numbers = &{3, 5, 4, -1}, count = 3, result = 0, i = 2)
17 └─ checked_sum(&{3, 5, 4, -1}, 4) threw std::out_of_range  (5)
18    └─ loop at loops.cpp:24, passes 1–4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 0, i = 0) threw std::out_of_range  (4)
19       └─ loop at loops.cpp:24, passes 2–4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 3, i = 1) threw std::out_of_range  (3)
20          └─ loop at loops.cpp:24, passes 3–4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 8, i = 2) threw std::out_of_range  (2)
21             └─ loop at loops.cpp:24, pass 4 of 4 (numbers = &{3, 5, 4, -1}, count = 4, sum = 12, i = 3) threw std::out_of_range
)");
}

TEST_F(OldTrace, SaysThatItIsNotKnownHowALoopEnded) {
  for (const char* pass : {"2", "3", "4", "6", "7", "9", "12", "14", "16"}) {
    const Finished shown = culprit({"show", "loops.trace", pass});
    EXPECT_EQ(shown.code, 0);
    EXPECT_THAT(shown.out, HasSubstr(kNotRecorded)) << pass;
    for (const char* guess : {"the condition no longer holds", "left by", "ended: returned"})
      EXPECT_THAT(shown.out, Not(HasSubstr(guess))) << pass;
  }
  const Finished thrown = culprit({"show", "loops.trace", "18"});
  EXPECT_THAT(thrown.out, HasSubstr("threw s")) << "an exception that leaves the call is known";
  EXPECT_THAT(thrown.out, Not(HasSubstr("ended:")));
}

TEST_F(OldTrace, QuestionAboutPassesAndVerdictSayNoMoreThanIsKnown) {
  const Finished run = top_down("no\nyes\nquit\n");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, R"(loops.trace: 22 nodes. The result of the run is taken to be wrong.

── a call ──────────────────────────────────────────────────────────────── look 1 · about 6 to go ──

  first_even(numbers = &{3, 5, 4, -1}, count = 4)                                        loops.cpp:4
  called by  main

  returned   2
  not known: what it used was not recorded
  not known: what it read from files and wrote to them was not recorded

Given this input, did it do the right thing?
> no

── passes of a loop ────────────────────────────────────────────────────── look 2 · about 2 to go ──

  the loop at line 6 in first_even, passes 1–3 of 3 and what follows                     loops.cpp:6

  given      numbers   &{3, 5, 4, -1}
             count     4
  ended      not recorded
  changed    found     -1 → 2
             i         0 → 2
  not known: what it used was not recorded
  not known: what it read from files and wrote to them was not recorded

Given this state, did the loop do right from here on?
> yes

The bug is in first_even, loops.cpp:4-12.

  first_even(&{3, 5, 4, -1}, 4) = 2
  not known: what it used was not recorded
  not known: what it read from files and wrote to them was not recorded
  It is wrong, though nothing below it is to blame:
    ✓ loop at loops.cpp:6, passes 1–3 of 3 (numbers = &…   you said yes

   4 │ int first_even(const int* numbers, int count) {
   5 │   int found = -1;
   6 │   for (int i = 0; i < count; ++i) {
   7 │     if (numbers[i] % 2 == 0) {
   8 │       found = i;
   9 │       break;
  10 │     }
  11 │   }
  12 │   return found;

Found with 2 answers.
> quit
)");
}

TEST_F(OldTrace, SaysThatItIsNotKnownWhatWasReadAndWrittenByFile) {
  EXPECT_THAT(culprit({"show", "loops.trace", "1"}).out,
              HasSubstr("not known: what it read from files and wrote to them was not recorded\n"));
  EXPECT_EQ(json::parse(culprit({"show", "loops.trace", "1", "--json"}).out)["unrecorded"],
            json({"reads", "input"}));
}

TEST_F(OldTrace, TellsProgramsTheSame) {
  const Finished run = top_down("no\nyes\n", {"--json", "--no-save"});
  std::vector<json> events;
  for (const std::string_view line : split(run.out, '\n'))
    if (!line.empty()) events.push_back(json::parse(line));
  ASSERT_EQ(run.code, 0);
  bool asked = false, judged = false;
  for (const json& event : events) {
    if (event.value("event", "") == "question" && event["node"] == "2") {
      asked = true;
      EXPECT_EQ(event["left"], json({{"how", "unknown"}, {"line", nullptr}}));
    }
    if (event.value("event", "") == "verdict") {
      judged = true;
      EXPECT_EQ(event["innocent_lines"], json::array());
    }
  }
  EXPECT_TRUE(asked);
  EXPECT_TRUE(judged);
}

TEST_F(OldTrace, APassIsTheSameQuestionAsNoOther) {
  top_down("no\nyes\nquit\n");
  const std::string session = read("loops.trace.session");
  EXPECT_THAT(session,
              HasSubstr("\"about\":\"1\",\"function\":\"first_even(const int*, int)\",\"who\":\"person\","
                        "\"ground\":null,\"question\":\"q5:"));
  EXPECT_THAT(session, HasSubstr("\"about\":\"2\",\"function\":\"for\",\"who\":\"person\",\"ground\":null,"
                                 "\"question\":null"))
      << "it may have returned something else";
}

TEST_F(OldTrace, ExportsAndEvaluatesAsBefore) {
  const Finished text = culprit({"export", "loops.trace"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("  first_even(numbers = &{3, 5, 4, -1}, count = 4) = 2  @loops.cpp:4-12\n"
                                  "    for(numbers = &{3, 5, 4, -1}, count = 4, found = -1, i = 0)  "
                                  "@loops.cpp:6-11\n"));
  const json tree = json::parse(culprit({"export", "loops.trace", "--format", "json"}).out);
  EXPECT_EQ(tree["parent"],
            json({-1, 0, 1, 2, 3, 0, 5, 6, 0, 8, 9, 10, 11, 0, 13, 14, 15, 0, 17, 18, 19, 20}));
  const Finished evaluated = culprit({"evaluate", "loops.trace"});
  EXPECT_EQ(evaluated.code, 0);
  EXPECT_EQ(evaluated.err, "");
  EXPECT_THAT(evaluated.out,
              HasSubstr("          22          107      4.86       6                   107    1.000"));
  for (const char* command : {"info", "graph", "check"})
    EXPECT_EQ(culprit({command, "loops.trace"}).code, 0) << command;
}

/// Gives the header another version word, with the checksum that belongs to it.
std::string with_version(std::string trace, std::uint32_t version) {
  culprit_file_header header;
  std::memcpy(&header, trace.data(), sizeof header);
  header.version = version;
  header.checksum = culprit_checksum(&header, offsetof(culprit_file_header, state));
  std::memcpy(trace.data(), &header, sizeof header);
  return trace;
}

TEST_F(OldTrace, ADraftOfADevelopmentVersionIsRefusedEverywhere) {
  constexpr std::uint32_t kDraft = 2;
  write("draft.trace", with_version(read("loops.trace"), CULPRIT_VERSION | kDraft << 16));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"debug"}, {"tree"}, {"export"}, {"evaluate", "--json"}, {"info"}, {"graph"}, {"show", "0"}}) {
    const std::string& command = words.front();
    std::vector<std::string> all{command, "draft.trace"};
    all.insert(all.end(), words.begin() + 1, words.end());
    const Finished run = culprit(all);
    EXPECT_EQ(run.code, 4) << command;
    EXPECT_EQ(run.out, "") << command;
    EXPECT_EQ(
        run.err,
        "culprit: 'draft.trace' was recorded by a development version, in draft 2 of format version 3; this "
        "program reads no drafts, and versions up to 3\n  hint: record the program again\n")
        << command;
  }
  EXPECT_FALSE(exists("draft.trace.session"));
}

}  // namespace
}  // namespace culprit::test
