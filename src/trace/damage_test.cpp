// A small trace of several segments and two threads, cut at every length and with every byte changed in turn.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>

#include "src/base/text.h"
#include "src/trace/trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::trace {
namespace {

using test::TraceMaker;

constexpr std::uint32_t kSegment = 4096;
constexpr std::uint32_t kRoom = kSegment - CULPRIT_SEGMENT_HEADER_SIZE;

/// What an event says, as a number. Two of them: the second without what needs the tables.
struct Digest {
  std::uint64_t all;
  std::uint64_t without_tables;
  bool operator==(const Digest&) const = default;
};

Digest digest(const Event& event) {
  std::uint64_t sum = culprit_fold(event.kind, event.what);
  sum = culprit_fold(culprit_fold(sum, event.line), event.count);
  sum = culprit_fold(culprit_fold(sum, event.address), event.size);
  for (const std::byte byte : event.payload) sum = culprit_fold(sum, static_cast<std::uint64_t>(byte));
  return {culprit_fold(culprit_fold(sum, event.function.value()), event.type.value()), sum};
}

/// The events of each segment, by stream and number.
using Segments = std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<Digest>>;

Segments read_all(const Trace& trace) {
  Segments result;
  for (const StreamInfo& stream : trace.streams()) {
    std::vector<Digest>* events = nullptr;
    std::uint64_t number = UINT64_MAX;
    for (Cursor cursor = trace.events(stream.id); cursor.next();) {
      if (cursor.event().position / kRoom != number) {
        number = cursor.event().position / kRoom;
        events = &result[{stream.id.value(), number}];
      }
      events->push_back(digest(cursor.event()));
    }
  }
  return result;
}

/// A segment as its header in the file says, found without the reader.
struct RawSegment {
  std::uint64_t offset;
  culprit_segment_header header;
  std::pair<std::uint32_t, std::uint64_t> key() const { return {header.stream, header.number}; }
  std::uint64_t end() const { return offset + sizeof header + header.committed; }
};

class DamageTest : public testing::Test {
 protected:
  void SetUp() override {
    make();
    maker_.close();
    std::ifstream file(maker_.path(), std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    for (std::uint64_t at = CULPRIT_FILE_HEADER_SIZE; at < bytes_.size(); at += kSegment) {
      segments_.push_back({at, {}});
      std::memcpy(&segments_.back().header, bytes_.data() + at, sizeof(culprit_segment_header));
    }
    auto trace = Trace::open(maker_.path());
    ASSERT_TRUE(trace);
    whole_ = read_all(*trace);
    ASSERT_TRUE(trace->damage().empty());
    ASSERT_GE(segments_.size(), 7u);
    ASSERT_EQ(segments_[0].header.stream, 0u);
    fd_ = ::open(maker_.path().c_str(), O_RDWR);
    ASSERT_GE(fd_, 0);
  }
  void TearDown() override { ::close(fd_); }

  /// Calls, writes, blocks in two threads that take turns.
  void make() {
    const TypeId integer = maker_.type("int", CULPRIT_TYPE_SIGNED, 4);
    const FunctionId f = maker_.function("f", {.parameters = {{"x", integer}}, .result = integer});
    const FunctionId loop = maker_.function("loop", {.kind = CULPRIT_FUNCTION_LOOP, .enclosing = f});
    const StreamId other = maker_.spawn();
    for (int i = 0; i < 390; ++i) {
      maker_.switch_to(i % 3 == 0 ? other : StreamId{1});
      maker_.enter(f, i % 2 ? i : i * 1000);
      maker_.write(0x7fff12340000 + static_cast<Address>(i) * 8, i, 3);
      maker_.loop(loop);
      maker_.iteration(loop, std::int64_t{i});
      if (i % 10 == 0) maker_.block(0x1000, std::string(40, 'b'), 5);
      maker_.loop_end(loop, std::int64_t{i});
      if (i % 7 != 0) maker_.leave(i % 3 ? i + 1 : -1000 * i);
    }
  }

  TraceMaker maker_{kSegment};
  std::string bytes_;
  std::vector<RawSegment> segments_;
  Segments whole_;
  int fd_ = -1;
};

TEST_F(DamageTest, CutAtEveryLengthKeepsEveryIntactSegmentAndSaysWhatIsMissing) {
  for (std::uint64_t length = bytes_.size(); length-- > 0;) {
    ASSERT_EQ(::ftruncate(fd_, static_cast<off_t>(length)), 0);
    SCOPED_TRACE(length);
    auto trace = Trace::open(maker_.path());
    if (!trace) {
      // Only a file without one whole segment header has nothing to read.
      ASSERT_LT(length, CULPRIT_FILE_HEADER_SIZE + CULPRIT_SEGMENT_HEADER_SIZE);
      ASSERT_FALSE(trace.error().what.empty());
      continue;
    }
    const Segments read = read_all(*trace);
    for (const RawSegment& segment : segments_) {
      if (segment.header.stream == 0) continue;
      const auto it = read.find(segment.key());
      const std::vector<Digest> found = it == read.end() ? std::vector<Digest>{} : it->second;
      const std::vector<Digest>& all = whole_.at(segment.key());
      // Of a cut segment, the beginning is read.
      ASSERT_LE(found.size(), all.size());
      ASSERT_TRUE(std::equal(found.begin(), found.end(), all.begin()));
      if (segment.end() <= length) {
        ASSERT_EQ(found.size(), all.size());
      }
    }
    ASSERT_FALSE(trace->damage().empty());
    ASSERT_NE(trace->damage()[0].what.find("should have"), std::string::npos) << trace->damage()[0].what;
  }
}

TEST_F(DamageTest, EveryByteChangedInTurnIsReadAndNoticedWhereItMatters) {
  for (std::uint64_t at = 0; at < bytes_.size(); ++at) {
    SCOPED_TRACE(at);
    // One bit, another one each time; every seventh byte all of them.
    const char changed = static_cast<char>(bytes_[at] ^ (at % 7 == 0 ? 0xff : 1 << at % 8));
    ASSERT_EQ(::pwrite(fd_, &changed, 1, static_cast<off_t>(at)), 1);
    auto trace = Trace::open(maker_.path());
    ASSERT_TRUE(trace) << trace.error().what;
    const Segments read = read_all(*trace);
    bool in_records = false;
    for (const RawSegment& segment : segments_) {
      const bool hit = at >= segment.offset && at < segment.end();
      in_records |= hit;
      if (segment.header.stream == 0 || hit) continue;
      const auto it = read.find(segment.key());
      ASSERT_NE(it, read.end());
      const std::vector<Digest>& all = whole_.at(segment.key());
      const bool has_tables = at < segments_[0].offset || at >= segments_[0].end();
      ASSERT_TRUE(std::equal(all.begin(), all.end(), it->second.begin(), it->second.end(),
                             [&](const Digest& a, const Digest& b) {
                               return has_tables ? a == b : a.without_tables == b.without_tables;
                             }));
    }
    // Behind the records of a segment, and in the unused rest of the file header, nothing matters.
    const bool in_file_header = at < sizeof(culprit_file_header);
    if (in_records) {
      ASSERT_FALSE(trace->damage().empty());
    } else if (!in_file_header) {
      ASSERT_TRUE(trace->damage().empty()) << trace->damage()[0].what;
    }
    ASSERT_EQ(::pwrite(fd_, &bytes_[at], 1, static_cast<off_t>(at)), 1);
  }
}

TEST_F(DamageTest, SaysWhichSegmentsAreMissing) {
  // Thread 1's second segment, blanked as a bad disk would.
  const auto lost = std::find_if(segments_.begin(), segments_.end(), [](const RawSegment& segment) {
    return segment.header.stream == 1 && segment.header.number == 1;
  });
  ASSERT_NE(lost, segments_.end());
  const std::string zeros(kSegment, '\0');
  ASSERT_EQ(::pwrite(fd_, zeros.data(), kSegment, static_cast<off_t>(lost->offset)), kSegment);
  auto trace = Trace::open(maker_.path());
  ASSERT_TRUE(trace);
  std::vector<std::string> damage;
  for (const Damage& one : trace->damage()) damage.push_back(one.what);
  EXPECT_EQ(damage, (std::vector<std::string>{
                        "the segment at bytes 24,576 to 28,671 of the file is blank; if it held "
                        "anything, that is lost",
                        "thread 1: segment 1 is missing (about 3,968 bytes)"}));
  // The first event behind it says how many calls are open.
  std::optional<std::uint32_t> depth;
  for (Cursor cursor = trace->events(StreamId{1}); cursor.next();)
    if (cursor.after_gap()) {
      EXPECT_FALSE(depth);
      depth = cursor.depth();
      EXPECT_EQ(cursor.event().position, 2 * kRoom);
    }
  const auto next = std::find_if(segments_.begin(), segments_.end(), [](const RawSegment& segment) {
    return segment.header.stream == 1 && segment.header.number == 2;
  });
  ASSERT_NE(next, segments_.end());
  EXPECT_EQ(depth, next->header.depth);
  EXPECT_GT(*depth, 0u);
}

TEST_F(DamageTest, SaysWhereAChangedSegmentStopsMakingSense) {
  const RawSegment& segment = segments_[1];  // thread 1's window
  const std::uint64_t at = segment.offset + CULPRIT_SEGMENT_HEADER_SIZE;
  const std::uint32_t zero = 0;  // no record begins with this
  ASSERT_EQ(::pwrite(fd_, &zero, 4, static_cast<off_t>(at)), 4);
  auto trace = Trace::open(maker_.path());
  ASSERT_TRUE(trace);
  trace->verify();
  ASSERT_EQ(trace->damage().size(), 1u);
  EXPECT_EQ(trace->damage()[0].what,
            "thread 1, segment 3 (bytes 8,320 to " + with_commas(segment.end() - 1) +
                " of the file): its checksum differs from its contents; its last " +
                with_commas(segment.header.committed) +
                " bytes, from byte 8,320 on, are lost, and what comes before may be wrong");
}

}  // namespace
}  // namespace culprit::trace
