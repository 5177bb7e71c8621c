#include "src/base/mapped_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace culprit {
namespace {

TEST(MappedFile, SaysWhatIsWrongWithAPath) {
  auto missing = MappedFile::open("no-such-file");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().what, "there is no file 'no-such-file'");
  auto directory = MappedFile::open("/");
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().what, "'/' is a directory, not a file");
  auto device = MappedFile::open("/dev/null");
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().code, ErrorCode::kWrongFormat);
}

TEST(MappedFile, ShowsTheBytesAlsoOfAnEmptyFile) {
  const std::string path = testing::TempDir() + "mapped_file_test";
  std::ofstream(path) << "abc";
  auto file = MappedFile::open(path);
  ASSERT_TRUE(file);
  ASSERT_EQ(file->bytes().size(), 3u);
  EXPECT_EQ(file->bytes()[2], std::byte{'c'});
  std::ofstream(path, std::ios::trunc).close();
  auto empty = MappedFile::open(path);
  ASSERT_TRUE(empty);
  EXPECT_TRUE(empty->bytes().empty());
  std::remove(path.c_str());
}

}  // namespace
}  // namespace culprit
