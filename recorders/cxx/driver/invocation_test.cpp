#include "recorders/cxx/driver/invocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "recorders/cxx/driver/response_file.h"

namespace culprit::driver {
namespace {

using ::testing::ElementsAre;
using Words = std::vector<std::string>;

class InvocationTest : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  Invocation read(const Words& words) { return read_invocation(words); }
  std::string file(const std::string& name, const std::string& text = {}) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("culprit_driver_test." + std::to_string(::getpid()));
};

TEST_F(InvocationTest, QuestionsHaveNoInput) {
  for (const char* word : {"--version", "-v", "-dumpmachine", "-print-search-dirs"})
    EXPECT_FALSE(read({word}).has_input) << word;
  EXPECT_FALSE(read({"-o", file("a.c"), "-I", file("a.c")}).has_input) << "values are no inputs";
  EXPECT_FALSE(read({"/no/such/file.c"}).has_input);
  EXPECT_TRUE(read({"-E", "-"}).has_input);
  EXPECT_TRUE(read({"-lm"}).has_input);
  EXPECT_TRUE(read({"-cc1", "-version"}).is_internal);
}

TEST_F(InvocationTest, KnowsWhereClangStops) {
  const std::string source = file("a.c"), header = file("a.h"), object = file("a.o");
  for (const char* word : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--analyze", "--precompile"})
    EXPECT_FALSE(read({word, source}).needs_runtime()) << word;
  EXPECT_TRUE(read({"-MMD", "-MF", "a.d", source}).needs_runtime());
  EXPECT_FALSE(read({header}).needs_runtime()) << "a precompiled header";
  EXPECT_FALSE(read({"-x", "c++-header", source}).needs_runtime());
  EXPECT_TRUE(read({header, source}).needs_runtime());
  EXPECT_FALSE(read({"-E", source}).needs_plugin());
  EXPECT_FALSE(read({object, file("libx.so.1"), file("b.a")}).needs_plugin());
  EXPECT_TRUE(read({object, source}).needs_plugin());
}

TEST_F(InvocationTest, LeavesProgramsWithoutCLibraryAlone) {
  const std::string source = file("a.c");
  EXPECT_TRUE(read({"-nostdlib", source}).is_without_libc());
  EXPECT_TRUE(read({"-ffreestanding", "-c", source}).is_without_libc());
  EXPECT_FALSE(read({"-ffreestanding", "-fhosted", "-c", source}).is_without_libc());
  EXPECT_FALSE(read({"-nostdlib", "-c", source}).is_without_libc());
  EXPECT_FALSE(read({"-nostdlib", source, "-lstdc++", "-lc"}).is_without_libc()) << "libtool's way";
  EXPECT_TRUE(read({"-nostdlib", "-shared", source}).needs_runtime());
  EXPECT_FALSE(read({"-r", "-nostdlib", source}).needs_runtime());
  EXPECT_TRUE(read({"-r", "-nostdlib", source}).needs_plugin());
  EXPECT_FALSE(read({"-Wl,-r", source}).needs_runtime());
}

TEST_F(InvocationTest, LastOptionDecides) {
  const std::string source = file("a.c");
  EXPECT_TRUE(read({"-O0", "-O2", source}).optimises);
  EXPECT_TRUE(read({"-O", source}).optimises);
  EXPECT_FALSE(read({"-O2", "-O0", source}).optimises);
  EXPECT_EQ(read({"-m32", source}).foreign_machine, "-m32");
  EXPECT_EQ(read({"-m32", "-m64", source}).foreign_machine, "");
  EXPECT_EQ(read({"-target", "aarch64-linux-gnu", source}).foreign_machine, "--target=aarch64-linux-gnu");
  EXPECT_EQ(read({"--target=x86_64-pc-linux-gnu", source}).foreign_machine, "");
}

TEST_F(InvocationTest, ReadsResponseFilesAndStopsAtTwoDashes) {
  const std::string source = file("a.c");
  const std::string inner = file("inner.rsp", "-c\n-O1");
  const Invocation invocation = read({"@" + file("outer.rsp", "\"" + source + "\" @" + inner)});
  EXPECT_TRUE(invocation.has_source);
  EXPECT_TRUE(invocation.optimises);
  EXPECT_FALSE(invocation.links);
  EXPECT_EQ(invocation.end, 1u);
  const Invocation dashed = read({"-static", "--", source, "-c"});
  EXPECT_EQ(dashed.end, 1u);
  EXPECT_TRUE(dashed.links) << "-c is a file here";
}

TEST(ResponseFile, SplitsAsClangDoes) {
  EXPECT_THAT(split_words(" a  'b c'\n\"d\\\"e\"f g\\ h ''"), ElementsAre("a", "b c", "d\"ef", "g h", ""));
  EXPECT_THAT(split_words(""), ElementsAre());
  EXPECT_THAT(expand_response_files(Words{"@/no/such.rsp", "@"}), ElementsAre("@/no/such.rsp", "@"));
}

}  // namespace
}  // namespace culprit::driver
