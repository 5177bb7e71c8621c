// What is said where a trace cannot tell: some code was compiled without reads, or a part of the file is lost.
#include <gmock/gmock.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/base/text.h"
#include "src/trace/format.h"
#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kNoReads = "not known: what it used was not recorded\n";
constexpr const char* kFewReads = "not known: what it used was not recorded, or not all of it\n";
constexpr const char* kInside = "not known: a part of what it did is missing in the trace\n";
constexpr const char* kBefore =
    "not known: a part of what ran before it is missing in the trace: what it found may have changed\n";

/// `get(1)` is called before and after a long loop that changes what it finds; `twice(4)`, too, which finds nothing. The calls of
/// `set` in between take many segments of the trace.
constexpr const char* kFirstGet = "1";
constexpr const char* kLastGet = "120004";
constexpr const char* kLastTwice = "120005";
constexpr const char* kProgram = R"(#include <stdio.h>
static int table[4];
static int get(int i) {
  return table[i];
}
static int twice(int x) {
  return 2 * x;
}
static void set(int i, int to) {
  table[i] = to;
}
static void write_all(int count) {
  for (int i = 0; i < count; i++) set(i & 3, i);
}
int main(void) {
  int before = get(1) + twice(4);
  write_all(120000);
  int after = get(1) + twice(4);
  printf("%d %d\n", before, after);
  return 0;
}
)";

class Unrecorded : public CommandLine {
 protected:
  /// With or without reads, when it is compiled and when it runs.
  void record(const char* compiled_reads, const char* reads) {
    ::setenv("CULPRIT_READS", compiled_reads, 1);
    write("program.c", kProgram);
    const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
    const Finished compiled =
        run_program({programs / "culprit-cc", "program.c", "-o", "program"}, {}, folder_);
    ASSERT_EQ(compiled.code, 0) << compiled.err;
    std::filesystem::remove(folder_ / "run.trace");
    ::setenv("CULPRIT_READS", reads, 1);
    const Finished ran = culprit({"record", "-o", "run.trace", "--loops", "none", "--", "./program"});
    ASSERT_EQ(ran.out, "8 120005\n") << ran.err;
    ::unsetenv("CULPRIT_READS");
  }
  /// Blanks the segment in the middle of the first thread's, as a bad disk would.
  void lose_a_part() {
    std::string bytes = read("run.trace");
    culprit_file_header file;
    std::memcpy(&file, bytes.data(), sizeof file);
    std::vector<std::size_t> segments;
    for (std::size_t at = CULPRIT_FILE_HEADER_SIZE; at + file.segment_size <= bytes.size();
         at += file.segment_size) {
      culprit_segment_header header;
      std::memcpy(&header, bytes.data() + at, sizeof header);
      if (header.stream == 1) segments.push_back(at);
    }
    ASSERT_GE(segments.size(), 3u);
    bytes.replace(segments[segments.size() / 2], file.segment_size, std::string(file.segment_size, '\0'));
    write("run.trace", bytes);
  }
  std::string show(const std::string& node) { return culprit({"show", "run.trace", node}).out; }
};

TEST_F(Unrecorded, CodeThatWasCompiledWithoutReadsIsSaidToBe) {
  record("0", "1");
  EXPECT_THAT(show(kFirstGet), HasSubstr(kFewReads));
  EXPECT_THAT(show(kFirstGet), Not(HasSubstr("is missing")));
  const Finished session = culprit({"debug", "run.trace", "--no-save", "--strategy", "top-down"},
                                   "yes\nyes\nyes\nyes\nyes\nyes\n");
  EXPECT_THAT(session.out, HasSubstr(std::string("\n  ") + kFewReads)) << "in questions";
  const std::size_t verdict = session.out.find("The bug is in main, ");
  ASSERT_NE(verdict, std::string::npos) << session.out;
  EXPECT_THAT(session.out.substr(verdict), HasSubstr(kFewReads)) << "and at the end";
  EXPECT_EQ(json::parse(culprit({"show", "run.trace", kFirstGet, "--json"}).out)["unrecorded"],
            json({"reads"}));
}

TEST_F(Unrecorded, RecordingsWithoutReadsAreSaidToBe) {
  for (const char* compiled : {"1", "0"}) {
    SCOPED_TRACE(compiled);
    record(compiled, "0");
    EXPECT_THAT(show(kFirstGet), HasSubstr(kNoReads));
    EXPECT_EQ(json::parse(culprit({"show", "run.trace", kFirstGet, "--json"}).out)["unrecorded"],
              json({"reads"}));
  }
}

/// That some code was compiled without reads may stand among what is lost.
TEST_F(Unrecorded, WhereDefinitionsAreLostReadsMayBeTheirs) {
  record("1", "1");
  std::string bytes = read("run.trace");
  culprit_segment_header header;
  std::memcpy(&header, bytes.data() + CULPRIT_FILE_HEADER_SIZE, sizeof header);
  ASSERT_EQ(header.stream, 0u);
  bytes[CULPRIT_FILE_HEADER_SIZE + sizeof header + header.committed - 1] ^= 1;
  write("run.trace", bytes);
  EXPECT_THAT(show(kFirstGet), HasSubstr(kFewReads));
  bytes[CULPRIT_FILE_HEADER_SIZE] ^= 1;
  write("run.trace", bytes);
  EXPECT_THAT(show(kFirstGet), HasSubstr(kFewReads)) << "nor is it known what language it is";
}

TEST_F(Unrecorded, NothingIsSaidOfAWholeTrace) {
  record("1", "1");
  EXPECT_THAT(show(kFirstGet), Not(HasSubstr("not known")));
  EXPECT_FALSE(json::parse(culprit({"show", "run.trace", kFirstGet, "--json"}).out).contains("unrecorded"));
}

TEST_F(Unrecorded, WhereAPartOfTheTraceIsLostCallsSayWhatTheyCannotKnow) {
  record("1", "1");
  lose_a_part();
  EXPECT_THAT(show("0"), HasSubstr(kInside)) << "main, which is around it";
  EXPECT_THAT(show("0"), Not(HasSubstr(kBefore)));
  EXPECT_THAT(show(kFirstGet), Not(HasSubstr("not known"))) << "what ran before it";
  EXPECT_THAT(show(kLastGet), HasSubstr(kBefore));
  EXPECT_THAT(show(kLastGet), Not(HasSubstr(kInside)));
  EXPECT_THAT(show(kLastTwice), Not(HasSubstr("not known"))) << "it found nothing";
  EXPECT_EQ(json::parse(culprit({"show", "run.trace", kLastGet, "--json"}).out)["unrecorded"],
            json({"before"}));
  const Finished session =
      culprit({"debug", "run.trace", "--no-save"}, std::string("jump ") + kLastGet + "\nno\n");
  EXPECT_THAT(session.out, HasSubstr(std::string("\n  ") + kBefore));
  EXPECT_THAT(session.out, HasSubstr("The bug is in get, "));
}

TEST_F(Unrecorded, MemoryIsSilentOnlyAboutWhatMayHaveChanged) {
  record("1", "1");
  lose_a_part();
  const std::string answers = std::string("jump ") + kLastTwice + "\nyes\njump " + kLastGet + "\nyes\nquit\n";
  ASSERT_EQ(culprit({"debug", "run.trace"}, answers).code, 1) << "without a verdict";
  const std::string session = read("run.trace.session");
  std::vector<json> saved;
  for (const std::string_view line : split(session, '\n'))
    if (line.find("\"who\":\"person\"") != std::string_view::npos) saved.push_back(json::parse(line));
  ASSERT_EQ(saved.size(), 2u);
  EXPECT_EQ(saved[0]["function"], "twice(int)");
  EXPECT_TRUE(saved[0]["question"].is_string()) << "it depends on its argument alone";
  EXPECT_EQ(saved[1]["function"], "get(int)");
  EXPECT_TRUE(saved[1]["question"].is_null()) << "what it found may have been another value";
}

}  // namespace
}  // namespace culprit::test
