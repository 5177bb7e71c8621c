#include "src/service/pack.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zstd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "src/service/pack_format.h"
#include "src/service/subject.h"
#include "tests/support/temporary_path.h"
#include "tests/support/trace_maker.h"

namespace culprit::service {
namespace {

namespace fs = std::filesystem;

class PackTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("culprit_pack_test." + std::to_string(::getpid()));
    fs::create_directories(folder_);
    ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string entry(PackEntryKind kind, const std::string& name, const std::string& contents) {
    const PackEntryHeader header{kind, static_cast<std::uint32_t>(name.size()), contents.size(),
                                 5'000'000'007};
    return std::string(reinterpret_cast<const char*>(&header), sizeof header) + name + contents;
  }
  /// The path of a pack with these bytes in its frame.
  std::string pack(const std::string& inside, std::uint32_t version = kPackVersion) {
    PackHeader header{};
    std::memcpy(header.magic, kPackMagic.data(), sizeof header.magic);
    header.version = version;
    std::string frame(ZSTD_compressBound(inside.size()), '\0');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), inside.data(), inside.size(), 1));
    const std::string path = folder_ / ("pack." + std::to_string(++count_));
    std::ofstream(path, std::ios::binary)
        << std::string(reinterpret_cast<const char*>(&header), sizeof header) << frame;
    return path;
  }
  static std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  const std::string trace_ = entry(PackEntryKind::kTrace, "x.trace", "the trace");
  const std::string end_ = entry(PackEntryKind::kEnd, "", "");
  fs::path folder_;
  int count_ = 0;
};

TEST_F(PackTest, UnpacksOnceAndKeepsTimes) {
  const std::string path = pack(trace_ + entry(PackEntryKind::kInput, "x.trace.input", "") +
                                entry(PackEntryKind::kSource, "/home/me/a.c", "int a;") + end_);
  const auto first = unpack(path);
  ASSERT_TRUE(first) << first.error().what;
  EXPECT_EQ(read(first->trace), "the trace");
  EXPECT_EQ(fs::path(first->trace).filename(), "x.trace");
  EXPECT_EQ(read(first->sources + "/home/me/a.c"), "int a;");
  EXPECT_TRUE(fs::exists(first->trace + ".input"));
  EXPECT_EQ(fs::last_write_time(first->trace).time_since_epoch(),
            fs::file_time_type::clock::from_sys(
                std::chrono::sys_time<std::chrono::nanoseconds>(std::chrono::nanoseconds(5'000'000'007)))
                .time_since_epoch());
  std::ofstream(first->trace) << "marked";
  const auto second = unpack(path);
  ASSERT_TRUE(second);
  EXPECT_EQ(read(second->trace), "marked");
}

TEST_F(PackTest, RefusesNamesThatLeadOut) {
  for (const auto& [kind, name] :
       {std::pair{PackEntryKind::kFurther, "../out"}, std::pair{PackEntryKind::kFurther, ".."},
        std::pair{PackEntryKind::kFurther, "a/b"}, std::pair{PackEntryKind::kFurther, ""},
        std::pair{PackEntryKind::kSource, "/a/../../out"}, std::pair{PackEntryKind::kSource, "relative"},
        std::pair{PackEntryKind::kSource, "/"}, std::pair{PackEntryKind{9}, "x"},
        std::pair{PackEntryKind::kTrace, "second.trace"}}) {
    const auto unpacked = unpack(pack(trace_ + entry(kind, name, "evil") + end_));
    ASSERT_FALSE(unpacked) << name;
    EXPECT_EQ(unpacked.error().code, ErrorCode::kDamaged) << name;
  }
  std::size_t left = 0;
  for (const auto& found : fs::recursive_directory_iterator(folder_ / "cache"))
    left += found.is_regular_file();
  EXPECT_EQ(left, 0u) << "nothing of a refused pack stays";
}

TEST_F(PackTest, RefusesWhatIsCutOrNewer) {
  for (const std::string& inside :
       {std::string(), trace_, end_, trace_.substr(0, 10), entry(PackEntryKind::kInput, "i", "x") + end_}) {
    const auto unpacked = unpack(pack(inside));
    ASSERT_FALSE(unpacked);
    EXPECT_EQ(unpacked.error().code, ErrorCode::kDamaged);
  }
  const std::string whole = read(pack(trace_ + end_));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string path = folder_ / "cut";
    std::ofstream(path, std::ios::binary) << whole.substr(0, length);
    EXPECT_FALSE(unpack(path)) << length;
  }
  const auto newer = unpack(pack(trace_ + end_, 2));
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, ErrorCode::kVersion);
  EXPECT_EQ(newer.error().what, "'" + (folder_ / ("pack." + std::to_string(count_))).string() +
                                    "' is a pack of version 2; this program reads version 1");
}

}  // namespace
}  // namespace culprit::service
