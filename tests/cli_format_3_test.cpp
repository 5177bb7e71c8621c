// Version 3 of the trace format is finished: a trace that was recorded then, from tests/fixtures/version_3.c, goes on to say what it says.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using testing::HasSubstr;

class Format3 : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    std::filesystem::copy_file(CULPRIT_SOURCE_DIR "/tests/fixtures/version_3.culprit",
                               folder_ / "run.culprit");
  }
  void expect(const std::string& node, const std::string& text) {
    EXPECT_THAT(culprit({"show", "run.culprit", node}).out, HasSubstr(text)) << node;
  }
};

TEST_F(Format3, SaysWhatWasRead) {
  expect("42", "used\n  table[7]  8\n\ndid\nchanged:\n  table[7]  8 → 108\n");
  expect("43", "used\n  cells[0..7]  {1, 2, 3, 4, 5, 6, 7, 108}\n\ndid\nchanged nothing\n");
  expect("2:0", "used\n  table[29]  30\n  *from      7\n\ndid\nchanged:\n  table[30]  31 → 37\n");
}

TEST_F(Format3, SaysWhatCameFromElsewhereAndWentThere) {
  expect("41", "read from standard input: \"7\", and looked at \" \"\n");
  expect("57", "asked for FIXTURE_UNIT in the environment: \"pieces\"\n");
  expect("56", "wrote to saved.txt: \"51 pieces\\n\"\n");
}

TEST_F(Format3, SaysWhatWasGivenAndWhatCameOfIt) {
  expect("52", "sum_of(3, 7, 7, 37) = 51\n");
  expect("42", "note(7) = no value\n");
  expect("44", "ended: returned 7, line 26\n");
  expect("53", "ended: the condition no longer holds\n");
}

}  // namespace
}  // namespace culprit::test
