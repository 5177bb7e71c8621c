// Traces that no recorder writes: every header seals and sums are right, the contents are not.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <functional>

#include "src/trace/trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::trace {
namespace {

using test::TemporaryPath;

constexpr std::uint32_t kSegment = 4096;
constexpr std::uint32_t kRoom = kSegment - CULPRIT_SEGMENT_HEADER_SIZE;

/// A trace put together by hand.
class Forgery {
 public:
  void segment(
      std::uint32_t stream, std::uint64_t number, const std::vector<std::uint32_t>& words,
      const std::function<void(culprit_segment_header&)>& change = [](culprit_segment_header&) {}) {
    std::string bytes(kSegment, '\0');
    std::memcpy(bytes.data() + CULPRIT_SEGMENT_HEADER_SIZE, words.data(), words.size() * 4);
    culprit_segment_header header{};
    header.magic = CULPRIT_SEGMENT_MAGIC;
    header.stream = stream;
    header.number = number;
    header.segment_size = kSegment;
    header.committed = words.size() * 4;
    header.checksum = culprit_checksum(words.data(), words.size() * 4);
    change(header);
    header.seal = culprit_seal(&header, sizeof header);
    std::memcpy(bytes.data(), &header, sizeof header);
    segments_ += bytes;
  }

  /// As a process leaves it that is killed while it begins a stream.
  void unmarked(std::uint32_t stream) {
    std::string bytes(kSegment, '\0');
    culprit_segment_header header{};
    header.stream = stream;
    header.segment_size = kSegment;
    header.sequence = 7;
    header.nodes = 1;
    std::memcpy(bytes.data(), &header, sizeof header);
    segments_ += bytes;
  }

  Trace open(std::uint32_t state = CULPRIT_STATE_CLOSED) {
    culprit_file_header header{};
    std::memcpy(header.magic, CULPRIT_MAGIC, sizeof header.magic);
    header.version = CULPRIT_VERSION | CULPRIT_DRAFT << 16;
    header.byte_order = CULPRIT_BYTE_ORDER;
    header.header_size = CULPRIT_FILE_HEADER_SIZE;
    header.segment_size = kSegment;
    header.state = state;
    header.file_end = CULPRIT_FILE_HEADER_SIZE + segments_.size();
    header.checksum = culprit_checksum(&header, offsetof(culprit_file_header, state));
    std::string bytes(CULPRIT_FILE_HEADER_SIZE, '\0');
    std::memcpy(bytes.data(), &header, sizeof header);
    std::ofstream(path_.str(), std::ios::binary) << bytes << segments_;
    auto trace = Trace::open(path_.str());
    EXPECT_TRUE(trace);
    return std::move(*trace);
  }

 private:
  TemporaryPath path_;
  std::string segments_;
};

std::vector<std::uint32_t> record(std::uint32_t kind, std::vector<std::uint32_t> payload) {
  payload.insert(payload.begin(), kind << 24 | static_cast<std::uint32_t>(payload.size()));
  return payload;
}
template <class... Rest>
std::vector<std::uint32_t> records(std::vector<std::uint32_t> first, const Rest&... rest) {
  (first.insert(first.end(), rest.begin(), rest.end()), ...);
  return first;
}
constexpr std::uint32_t kLeave = 3u << 28;

std::uint64_t count_events(const Trace& trace, std::uint32_t stream) {
  std::uint64_t count = 0;
  for (Cursor cursor = trace.events(StreamId{stream}); cursor.next();) ++count;
  return count;
}

TEST(Hostile, IdsInCirclesAreCut) {
  Forgery forgery;
  const auto function = [](std::uint32_t id, std::uint32_t enclosing) {
    return record(CULPRIT_TABLE_FUNCTION, {id, 5, 0, 0, 0, 1, 2, enclosing, 0, 2, 0, 0, 0, 0});
  };
  const auto structure = [](std::uint32_t id, std::uint32_t member) {
    return record(CULPRIT_TABLE_TYPE,
                  {id, CULPRIT_TYPE_STRUCT, 0, 0, 1, 0, 8, 0, 0, 0, /*member*/ 0, member, 0, 0, 0, 0});
  };
  const auto array = record(CULPRIT_TABLE_TYPE, {3, CULPRIT_TYPE_ARRAY, 0, 1, 0, 0, 8, 0, 1, 0});
  const auto pointer = record(CULPRIT_TABLE_TYPE, {4, CULPRIT_TYPE_POINTER, 0, 4, 0, 0, 8, 0, 0, 0});
  forgery.segment(0, 0,
                  records(function(1, 2), function(2, 3), function(3, 1), function(4, 4), structure(1, 2),
                          structure(2, 3), array, pointer));
  const Trace trace = forgery.open();
  EXPECT_TRUE(trace.damage().empty());
  const Tables& tables = trace.tables();
  for (std::uint32_t start = 1; start < tables.functions.size(); ++start) {
    std::size_t steps = 0;
    for (FunctionId at{start}; at != FunctionId{}; at = tables.function(at).enclosing) ASSERT_LT(++steps, 5u);
  }
  EXPECT_EQ(tables.types[1].members[0].type, TypeId{2});
  EXPECT_EQ(tables.types[2].members[0].type, TypeId{3});
  EXPECT_EQ(tables.types[3].element, TypeId{});   // would have closed the circle
  EXPECT_EQ(tables.types[4].element, TypeId{4});  // a pointer to itself is fine
}

TEST(Hostile, AbsurdIdsAndCountsAreLeftOut) {
  Forgery forgery;
  forgery.segment(
      0, 0,
      records(record(CULPRIT_TABLE_STRING, {0xfffffff0, 0}), record(CULPRIT_TABLE_STRING, {1, 0xffffffff}),
              record(CULPRIT_TABLE_TYPE, {1, 9, 0, 77, 0xffffffff, 0, 8, 0, 0, 0}),
              record(CULPRIT_TABLE_FUNCTION, {1, 99, 5, 5, 5, 1, 2, 5, 5, 5, 0xffffffff, 0, 0, 0}),
              record(CULPRIT_TABLE_FUNCTION, {2, 99, 5, 5, 5, 1, 2, 5, 5, 5, 0, 0, 0, 0}),
              record(CULPRIT_TABLE_ARC, {0, 9, 9, 0}), record(CULPRIT_TABLE_META, {})));
  const Trace trace = forgery.open();
  EXPECT_EQ(trace.damage().size(), 5u);
  EXPECT_EQ(
      trace.damage()[0].what,
      "the definitions, segment 0: the definition at byte 4,224 of the file makes no sense and is left out");
  const Function& function = trace.tables().functions[2];
  EXPECT_EQ(function.kind, CULPRIT_FUNCTION_FUNCTION);
  EXPECT_EQ(function.file, FileId{});
  EXPECT_EQ(function.enclosing, FunctionId{});
  EXPECT_TRUE(trace.tables().arcs.empty());
}

TEST(Hostile, NonsenseUnderARightChecksumEndsItsSegmentOnly) {
  Forgery forgery;
  forgery.segment(1, 0, {kLeave, kLeave, 0, kLeave});
  forgery.segment(1, 1, {10u << 28, 0xffffffff, 0, 0});              // a block longer than everything
  forgery.segment(1, 2, {15u << 28 | 0xfffff, 0});                   // an extended record likewise
  forgery.segment(1, 3, {3u << 28 | 15u << 24, 0xffffffff});         // a result likewise
  forgery.segment(1, 4, {11u << 28, 0xffffffff, 0xffffffff, 9, 9});  // a fill around the end of memory
  forgery.segment(1, 5, {kLeave});
  const Trace trace = forgery.open();
  Cursor cursor = trace.events(StreamId{1});
  EXPECT_TRUE(cursor.next() && !cursor.after_gap());
  EXPECT_TRUE(cursor.next() && !cursor.after_gap());
  ASSERT_TRUE(cursor.next());
  EXPECT_TRUE(cursor.after_gap());
  EXPECT_EQ(cursor.event().position, 5 * kRoom);
  EXPECT_FALSE(cursor.next());
  EXPECT_EQ(trace.damage().size(), 6u);  // the tables are missing, too
  EXPECT_EQ(count_events(trace, 1), 3u);
  EXPECT_EQ(trace.damage().size(), 6u);  // a second pass says nothing twice
  EXPECT_EQ(trace.damage()[1].what,
            "thread 1, segment 0 (bytes 4,224 to 4,239 of the file): there is no valid record at byte 4,232; "
            "its last 8 "
            "bytes, from byte 4,232 on, are lost");
}

TEST(Hostile, OfEqualNumbersTheFullerOneCounts) {
  Forgery forgery;
  forgery.segment(1, 0, {kLeave});
  forgery.segment(1, 0, {kLeave, kLeave, kLeave});
  forgery.segment(1, 0, {kLeave, kLeave});
  EXPECT_EQ(count_events(forgery.open(), 1), 3u);
}

TEST(Hostile, AbsurdHeadersAreDamage) {
  Forgery forgery;
  forgery.segment(1, 0, {kLeave});
  forgery.segment(1, 1, {kLeave}, [](auto& header) { header.committed = 1u << 30; });
  forgery.segment(1, 1, {kLeave}, [](auto& header) { header.committed = 3; });
  forgery.segment(1, 1, {kLeave}, [](auto& header) { header.number = ~0ull; });
  forgery.segment(1, 1, {kLeave}, [](auto& header) { header.segment_size = 8192; });
  const Trace trace = forgery.open();
  EXPECT_EQ(count_events(trace, 1), 1u);
  ASSERT_EQ(trace.damage().size(), 5u);
  EXPECT_EQ(trace.damage()[0].what,
            "the segment at bytes 8,192 to 12,287 of the file has a damaged header; what it held is lost");
}

TEST(Hostile, ASegmentWithoutItsMarkWasNotBegun) {
  Forgery forgery;
  forgery.segment(1, 0, {kLeave});
  forgery.unmarked(2);
  const Trace killed = forgery.open(CULPRIT_STATE_OPEN);
  EXPECT_EQ(count_events(killed, 1), 1u);
  EXPECT_EQ(killed.streams().size(), 1u);
  for (const Damage& damage : killed.damage())
    EXPECT_EQ(damage.what.find("header"), std::string::npos) << damage.what;
  EXPECT_EQ(forgery.open().damage().front().what,
            "the segment at bytes 8,192 to 12,287 of the file is blank; if it held anything, that is lost")
      << "a recording that ended has none";
}

TEST(Hostile, ParentsAreOlderThreadsThatExist) {
  const auto start = [](std::uint32_t parent) {
    return std::vector<std::uint32_t>{15u << 28 | CULPRIT_EXTENDED_THREAD_START << 20 | 2, parent, 0};
  };
  Forgery forgery;
  forgery.segment(1, 0, start(2));
  forgery.segment(2, 0, start(1));
  forgery.segment(3, 0, start(3));
  forgery.segment(CULPRIT_MAX_STREAM, 0, start(77));
  forgery.segment(CULPRIT_MAX_STREAM + 1, 0, start(1));
  const Trace trace = forgery.open();
  ASSERT_EQ(trace.streams().size(), 4u) << "there is no room for more in a moment";
  EXPECT_EQ(trace.streams()[3].id, StreamId{CULPRIT_MAX_STREAM});
  EXPECT_EQ(trace.streams()[0].parent, StreamId{});
  EXPECT_EQ(trace.streams()[1].parent, StreamId{1});
  EXPECT_EQ(trace.streams()[2].parent, StreamId{});
  EXPECT_EQ(trace.streams()[3].parent, StreamId{});
}

TEST(Hostile, SequenceNumbersThatGoBackAreIgnored) {
  const auto sequence = [](std::uint32_t number) {
    return std::vector<std::uint32_t>{15u << 28 | CULPRIT_EXTENDED_SEQUENCE << 20 | 2, number, 0, kLeave};
  };
  Forgery forgery;
  forgery.segment(1, 0, records(sequence(9), sequence(3), sequence(10)));
  forgery.segment(2, 0, records(sequence(4), sequence(4), sequence(0)));
  const Trace trace = forgery.open();
  std::vector<Rank> ranks;
  for (const std::uint32_t stream : {2u, 1u})
    for (Cursor cursor = trace.events(StreamId{stream}); cursor.next();) {
      const Moment moment{StreamId{stream}, cursor.event().position};
      EXPECT_EQ(trace.event_at(moment).position, cursor.event().position);
      ranks.push_back(trace.order(moment));
      EXPECT_EQ(trace.event_at(ranks.back()).position, cursor.event().position);
    }
  EXPECT_TRUE(std::is_sorted(ranks.begin(), ranks.end()));
}

TEST(Hostile, AnyMomentCanBeAskedFor) {
  Forgery forgery;
  forgery.segment(1, 0, {kLeave, 10u << 28, 4, 0, 0, 0});
  const Trace trace = forgery.open();
  for (const std::uint64_t moment : {0ull, 1ull, 2ull, 4ull, 20ull, 24ull, 5000ull, ~0ull, 1ull << 47}) {
    EXPECT_LE(trace.event_at(Moment{moment}).payload.size(), 4u);
    EXPECT_LE(trace.event_at(Rank{moment}).payload.size(), 4u);
    EXPECT_LE(trace.order(Moment{moment}), kNoRank);
  }
}

}  // namespace
}  // namespace culprit::trace
