#include "src/cli/source_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

class Source : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("source_text_test." + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "run.tree") << "f  @code.cpp:2\n";
    std::ofstream(folder_ / "code.cpp") << "// one\nint f() {\n\treturn 1;\n\n}\nint g();\n";
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string excerpt(std::uint32_t first, std::uint32_t last, std::size_t width = 80) {
    const auto subject = service::Subject::open(folder_ / "run.tree");
    EXPECT_TRUE(subject);
    const auto source = service::read_source(*subject, "code.cpp", first, last);
    return source ? source_excerpt(*source, {}, Console(ColorChoice::kNever), width) : source.error().what;
  }
  fs::path folder_;
};

TEST_F(Source, IsFoundBesideTheTreeAndNumbered) {
  EXPECT_EQ(excerpt(1, 3),
            "  1 │ // one\n"
            "  2 │ int f() {\n"
            "  3 │     return 1;\n");
}

TEST_F(Source, ShowsTheWholeBlockWhenOnlyItsFirstLineIsKnown) {
  EXPECT_EQ(excerpt(2, 2),
            "  2 │ int f() {\n"
            "  3 │     return 1;\n"
            "  4 │\n"
            "  5 │ }\n");
}

TEST_F(Source, LeavesOutTheMiddleOfALongText) {
  std::ofstream code(folder_ / "code.cpp");
  for (int i = 1; i <= 100; ++i) code << "line " << i << "\n";
  code.close();
  const std::string text = excerpt(1, 100);
  EXPECT_NE(text.find("   30 │ line 30\n      │ … 60 more lines …\n   91 │ line 91\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  100 │ line 100\n"), std::string::npos);
}

TEST_F(Source, CutsLongLinesAndEscapesControlCharacters) {
  std::ofstream(folder_ / "code.cpp") << "\x1b[2J" << std::string(100, 'x') << "\n";
  EXPECT_EQ(excerpt(1, 1, 20), "  1 │ \\x1b[2Jxxxxx…\n");
}

TEST_F(Source, SaysWhatIsMissing) {
  EXPECT_EQ(excerpt(70, 80), (folder_ / "code.cpp").string() + " has no line 70");
  fs::remove(folder_ / "code.cpp");
  EXPECT_EQ(excerpt(1, 2), "the source file code.cpp is not here");
}

}  // namespace
}  // namespace culprit::cli
