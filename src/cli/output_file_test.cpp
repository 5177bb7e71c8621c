#include "src/cli/output_file.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

class OutputFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("output_file_test." + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::size_t files() { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }
  fs::path folder_;
};

TEST_F(OutputFile, AppearsWhole) {
  const std::string path = folder_ / "out";
  EXPECT_TRUE(write_output(path, [](std::ostream& out) {
    out << "all of it";
    return Status();
  }));
  EXPECT_EQ(read(path), "all of it");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFile, LeavesTheOldOneWhenWritingFails) {
  const std::string path = folder_ / "out";
  std::ofstream(path) << "old";
  const Status status = write_output(path, [](std::ostream& out) -> Status {
    out << "half";
    return fail(ErrorCode::kTooLarge, "too much");
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().what, "too much");
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFile, SaysWhyItCannotBeWritten) {
  const auto nothing = [](std::ostream&) { return Status(); };
  const Status missing = write_output(folder_ / "no" / "out", nothing);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
  EXPECT_NE(missing.error().what.find("No such file or directory"), std::string::npos);
  const Status folder = write_output(folder_, nothing);
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().what.find("Is a directory"), std::string::npos);
}

}  // namespace
}  // namespace culprit::cli
