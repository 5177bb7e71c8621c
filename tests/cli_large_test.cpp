// Every command on a path and on a star of a million nodes.
#include <gmock/gmock.h>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using testing::HasSubstr;

constexpr std::uint32_t kNodes = 1'000'000;

class Large : public CommandLine, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    is_path_ = GetParam() == std::string("path");
    std::string parents = "-1", methods = "\"main\"";
    for (std::uint32_t i = 1; i < kNodes; ++i) {
      parents += "," + (is_path_ ? std::to_string(i - 1) : "0");
      methods += ",\"f\"";
    }
    write("large.json", "{\"parent\":[" + parents + "],\"method\":[" + methods + "]}");
  }
  std::string printed(std::vector<std::string> words, const std::string& input = {}) {
    const Finished run = culprit(words, input);
    EXPECT_EQ(run.code, 0) << words[0] << ": " << run.err;
    return run.out;
  }
  bool is_path_ = false;
};

TEST_P(Large, IsDrawnInFewLines) {
  const std::string text = printed({"tree", "large.json"});
  EXPECT_LT(text.size(), 2000u);
  EXPECT_THAT(text, HasSubstr(is_path_ ? "… 999,995 below" : "… 999,991 more"));
}

TEST_P(Large, IsDrawnWholeInShortLines) {
  const std::string text = printed({"tree", "large.json", "--depth", "4294967295", "--width", "4294967295"});
  EXPECT_LT(text.size(), kNodes * 60ul);
  EXPECT_THAT(text.substr(text.size() - 60), HasSubstr("999999 "));
}

TEST_P(Large, IsShownAndDescribed) {
  EXPECT_THAT(printed({"info", "large.json"}),
              HasSubstr(is_path_ ? "depth      1,000,000 levels" : "depth      2 levels"));
  EXPECT_THAT(printed({"show", "large.json", "0"}), HasSubstr("node 0, 1,000,000 nodes in its subtree"));
  EXPECT_THAT(printed({"show", "large.json", "999999", "--json"}),
              HasSubstr(is_path_ ? "\"parent\":\"999998\"" : "\"parent\":\"0\""));
}

TEST_P(Large, IsDebugged) {
  const std::string text = printed(
      {"debug", "large.json", "--transform", "loops"},
      is_path_
          ? "no\nyes\ntree\nlog\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\nno\n"
          : "yes\ntree\nyes\nno\n");
  EXPECT_THAT(text, HasSubstr("The bug is in f."));
}

TEST_P(Large, IsEvaluated) {
  EXPECT_THAT(printed({"evaluate", "large.json", "--json"}), HasSubstr("\"nodes\":1000000,"));
}

TEST_P(Large, IsExportedAndReadBack) {
  for (const char* format : {"dot", "chrome", "speedscope"})
    printed({"export", "large.json", "-f", format, "-o", "out"});
  printed({"export", "large.json", "-f", "json", "-o", "again.json"});
  EXPECT_EQ(printed({"import", "again.json"}), read("again.json"));
  EXPECT_EQ(printed({"import", "large.json"}), read("again.json"));
}

TEST_P(Large, IsWrittenAsTextUnlessIndentationIsAbsurd) {
  const Finished run = culprit({"export", "large.json", "-o", "out.tree"});
  EXPECT_EQ(run.out, "");
  if (is_path_) {
    EXPECT_EQ(run.code, 4);
    EXPECT_EQ(run.err,
              "culprit: the tree has 1,000,000 nodes, and indenting them would take more than 4,294,967,296 "
              "bytes of text\n"
              "  hint: Write JSON instead, which has no indentation, or limit the depth.\n");
    EXPECT_FALSE(exists("out.tree"));
    printed({"export", "large.json", "--depth", "100", "-o", "out.tree"});
  }
  EXPECT_TRUE(exists("out.tree"));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Large, testing::Values("path", "star"),
                         [](const auto& shape) { return std::string(shape.param); });

}  // namespace
}  // namespace culprit::test
