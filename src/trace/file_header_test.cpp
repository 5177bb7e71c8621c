#include "src/trace/file_header.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "src/trace/trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::trace {
namespace {

using test::TemporaryPath;
using test::TraceMaker;

Error error_of(const std::string& bytes, const TemporaryPath& path) {
  std::ofstream(path.str(), std::ios::binary) << bytes;
  auto trace = Trace::open(path.str());
  EXPECT_FALSE(trace);
  return trace ? Error{} : trace.error();
}

/// The bytes of a small closed trace, with a header that a test can change.
struct Bytes {
  std::string bytes;
  culprit_file_header header{};

  Bytes() {
    TraceMaker maker(4096);
    maker.enter(maker.function("f"));
    maker.close();
    std::ifstream file(maker.path(), std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
    std::memcpy(&header, bytes.data(), sizeof header);
  }
  std::string with_header(bool mend_sum = true) {
    if (mend_sum) header.checksum = culprit_checksum(&header, offsetof(culprit_file_header, state));
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
  }
};

TEST(FileHeader, SaysWhatAForeignFileStartsWith) {
  const TemporaryPath path;
  const Error error = error_of("#!/bin/sh\necho \"hello\"\n" + std::string(100, 'x'), path);
  EXPECT_EQ(error.code, ErrorCode::kWrongFormat);
  EXPECT_EQ(error.what,
            "'" + path.str() + "' is not a trace but a file that starts with \"#!/bin/sh\\necho \\\"\"");
  EXPECT_EQ(error.hint, "a trace written by a Culprit recorder was expected");
  EXPECT_EQ(error_of("ab", path).what,
            "'" + path.str() + "' is not a trace but a file that starts with \"ab\"");
}

TEST(FileHeader, SaysThatAFileIsEmptyMissingOrADirectory) {
  const TemporaryPath path;
  EXPECT_EQ(error_of("", path).what, "'" + path.str() + "' is empty");
  EXPECT_EQ(Trace::open("/no/such/file").error().what, "there is no file '/no/such/file'");
  EXPECT_EQ(Trace::open("/").error().what, "'/' is a directory, not a file");
}

TEST(FileHeader, SaysWhichVersionWasFoundAndWhichIsRead) {
  const TemporaryPath path;
  Bytes trace;
  trace.header.version = 7;
  const Error error = error_of(trace.with_header(), path);
  EXPECT_EQ(error.code, ErrorCode::kVersion);
  EXPECT_EQ(error.what,
            "'" + path.str() + "' is a trace of format version 7; this program reads versions up to 3");
  EXPECT_EQ(error.hint, "use the version of Culprit that recorded it, or a newer one");
}

TEST(FileHeader, RefusesDraftsOfDevelopmentVersions) {
  const TemporaryPath path;
  Bytes trace;
  trace.header.version = 3 | 0x7fffU << 16;
  const Error error = error_of(trace.with_header(), path);
  EXPECT_EQ(error.code, ErrorCode::kVersion);
  EXPECT_EQ(error.what, "'" + path.str() +
                            "' was recorded by a development version, in draft 32767 of format version 3; "
                            "this program reads no drafts, and versions up to 3");
  EXPECT_EQ(error.hint, "record the program again");
  trace.header.version = 2 | 5U << 16;
  EXPECT_EQ(error_of(trace.with_header(), path).what,
            "'" + path.str() +
                "' was recorded by a development version, in draft 5 of format version 2; this program reads "
                "no drafts, and versions up to 3");
}

TEST(FileHeader, RefusesTheOtherByteOrder) {
  const TemporaryPath path;
  Bytes trace;
  trace.header.byte_order = 0x04030201;
  trace.header.version = 0x01000000;
  const Error error = error_of(trace.with_header(), path);
  EXPECT_EQ(error.code, ErrorCode::kVersion);
  EXPECT_EQ(error.what, "'" + path.str() + "' was recorded on a machine with the other byte order");
}

TEST(FileHeader, SaysThatATraceEndsInsideItsHeader) {
  const TemporaryPath path;
  const Error error = error_of(Bytes().bytes.substr(0, 20), path);
  EXPECT_EQ(error.code, ErrorCode::kDamaged);
  EXPECT_EQ(error.what, "'" + path.str() + "' is a trace that ends inside its header, after 20 bytes");
}

TEST(FileHeader, SaysThatNothingIsIntact) {
  const TemporaryPath path;
  const Error error = error_of(Bytes().bytes.substr(0, 4100), path);
  EXPECT_EQ(error.code, ErrorCode::kDamaged);
  EXPECT_EQ(error.what,
            "nothing in '" + path.str() + "' can be used: not one segment of its 4,100 bytes is intact");
}

TEST(FileHeader, MendsOneFieldWhoseRightValueIsKnown) {
  const TemporaryPath path;
  const auto damage_with = [&](auto change) {
    Bytes trace;
    change(trace.header);
    std::ofstream(path.str(), std::ios::binary) << trace.with_header(false);
    auto opened = Trace::open(path.str());
    EXPECT_TRUE(opened);
    return opened && opened->damage().size() == 1 ? opened->damage()[0].what : std::string("not one note");
  };
  EXPECT_EQ(damage_with([](auto& header) { header.magic[3] = 'x'; }),
            "the file header is damaged: its mark was mended");
  EXPECT_EQ(damage_with([](auto& header) { header.version = 9; }),
            "the file header is damaged: its version was mended");
  // An older version explains the checksum as well.
  const auto damage_old = [&](std::uint32_t version) {
    Bytes trace;
    trace.header.version = version;
    trace.with_header();
    trace.header.version = 0x55;
    std::ofstream(path.str(), std::ios::binary) << trace.with_header(false);
    const auto opened = Trace::open(path.str());
    return opened ? opened->version() : 0;
  };
  EXPECT_EQ(damage_old(1), 1u);
  EXPECT_EQ(damage_old(2), 2u);
  EXPECT_EQ(damage_with([](auto& header) { header.segment_size = 12345; }),
            "the file header is damaged: its segment size was mended");
  EXPECT_EQ(damage_with([](auto& header) { header.segment_size = 8192; }),
            "the file header is damaged: its segment size was mended");
  EXPECT_EQ(damage_with([](auto& header) { header.start_time = 1; }),
            "the file header is damaged: the time of recording and the process may be wrong");
  EXPECT_EQ(damage_with([](auto& header) { header.state = 77; }),
            "the file header is damaged: how the recording ended is not known");
}

TEST(FileHeader, RefusesASegmentSizeThatIsNone) {
  const TemporaryPath path;
  for (const std::uint32_t size : {0u, 1u, 4095u, 12345u, 0xfffff000u}) {
    Bytes trace;
    trace.header.segment_size = size;
    trace.bytes[4096] = 'x';  // the first segment cannot tell either
    const Error error = error_of(trace.with_header(), path);
    EXPECT_EQ(error.code, ErrorCode::kDamaged);
    EXPECT_EQ(error.what, "the file header of '" + path.str() + "' is damaged: it gives segments a size of " +
                              std::to_string(size) + " bytes");
  }
}

}  // namespace
}  // namespace culprit::trace
