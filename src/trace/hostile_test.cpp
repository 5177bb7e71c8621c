// Traces that no recorder writes: every header seals and sums are right, the contents are not.
#include <fmt/format.h>
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
    if (!words.empty())
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
    header.version = CULPRIT_VERSION;
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

struct BadRecord {
  const char* what;
  std::vector<std::uint32_t> words;
};

std::vector<std::uint32_t> extended(std::uint32_t sub, std::vector<std::uint32_t> payload) {
  payload.insert(payload.begin(), 15u << 28 | sub << 20 | static_cast<std::uint32_t>(payload.size()));
  return payload;
}

/// Each of them is the second record of its segment.
void expect_damage(const std::vector<BadRecord>& all) {
  for (const BadRecord& bad : all) {
    SCOPED_TRACE(bad.what);
    Forgery forgery;
    forgery.segment(0, 0, {});
    forgery.segment(1, 0, records({kLeave}, bad.words, std::vector{kLeave}));
    const Trace trace = forgery.open();
    EXPECT_EQ(count_events(trace, 1), 1u);
    const std::size_t lost = (bad.words.size() + 1) * 4;
    ASSERT_EQ(trace.damage().size(), 1u);
    EXPECT_EQ(
        trace.damage()[0].what,
        fmt::format("thread 1, segment 0 (bytes 8,320 to 8,{} of the file): there is no valid record at byte "
                    "8,324; its last {} bytes, from byte 8,324 on, are lost",
                    323 + lost, lost));
  }
}

constexpr std::uint32_t kRead = 31u << 27;
constexpr std::uint32_t kRead1 = 1u << 25, kRead8 = 3u << 25, kHighBase = 1u << 24;

TEST(Hostile, ReadsOfWhatIsNoMemoryAreNoRecords) {
  expect_damage({
      {"1 byte below 0", {kRead | 0xffffff}},
      {"8 bytes around the end of everything", {kRead | kRead8 | 0xfffffc}},
      {"the same, far down", {kRead | kHighBase | 0x800000}},
      {"a far one without its address", extended(CULPRIT_EXTENDED_READ_FAR, {})},
      {"a far one with half of it", extended(CULPRIT_EXTENDED_READ_FAR, {0x1000})},
      {"a far one of a byte at 2^47", extended(CULPRIT_EXTENDED_READ_FAR, {0, 1u << 15})},
      {"a far one of 8 bytes across 2^47",
       extended(CULPRIT_EXTENDED_READ_FAR, {0xfffffff9, 3u << 30 | 0x7fff})},
      {"a far one at 2^62 - 1", extended(CULPRIT_EXTENDED_READ_FAR, {0xffffffff, 0x3fffffff})},
      {"a block without its length", extended(CULPRIT_EXTENDED_READ_BLOCK, {0x1000, 0})},
      {"a block with half of it", extended(CULPRIT_EXTENDED_READ_BLOCK, {0x1000, 0, 9})},
      {"a block that wraps around",
       extended(CULPRIT_EXTENDED_READ_BLOCK, {0x1000, 0, 0xffffffff, 0xffffffff})},
      {"a block across 2^47", extended(CULPRIT_EXTENDED_READ_BLOCK, {0xffffff00, 0x7fff, 0x101, 0})},
      {"a block at 2^47", extended(CULPRIT_EXTENDED_READ_BLOCK, {0, 1u << 15, 1, 0})},
      {"a block of 2^62 bytes", extended(CULPRIT_EXTENDED_READ_BLOCK, {0, 0, 0, 1u << 30})},
      {"a block behind everything", extended(CULPRIT_EXTENDED_READ_BLOCK, {0xffffffff, 0xffffffff, 0, 0})},
      {"a value without its head", extended(CULPRIT_EXTENDED_READ_VALUE, {0x1000, 0, 4})},
      {"a value that is shorter than it says", extended(CULPRIT_EXTENDED_READ_VALUE, {0x1000, 0, 5, 0, 7})},
  });
}

TEST(Hostile, ReadsUpToTheEndOfMemoryAreRecords) {
  Forgery forgery;
  forgery.segment(0, 0, {});
  forgery.segment(
      1, 0,
      records({kRead | kRead1}, extended(CULPRIT_EXTENDED_READ_FAR, {0xfffffff8, 3u << 30 | 0x7fff}),
              extended(CULPRIT_EXTENDED_READ_BLOCK, {0, 0, 0, 1u << 15}),
              extended(CULPRIT_EXTENDED_READ_BLOCK, {0, 1u << 15, 0, 0})));
  const Trace trace = forgery.open();
  EXPECT_EQ(count_events(trace, 1), 4u);
  EXPECT_TRUE(trace.damage().empty());
}

TEST(Hostile, InputAndOutputPastTheirRecordsAreNone) {
  std::vector<BadRecord> bad{
      {"an opening without its path's length", extended(CULPRIT_EXTENDED_OPENED, {4, 7, 0, 1, 0})},
      {"a path past the record", extended(CULPRIT_EXTENDED_OPENED, {4, 7, 0, 1, 5, 0, 'p'})},
      {"a path of 4 GiB", extended(CULPRIT_EXTENDED_OPENED, {4, 7, 0, 1, 0xffffffff, 0, 'p'})},
      {"a closing of nothing", extended(CULPRIT_EXTENDED_CLOSED, {})},
      {"the end of no input", extended(CULPRIT_EXTENDED_INPUT_END, {})},
      {"nothing given back", extended(CULPRIT_EXTENDED_UNREAD, {4})},
      {"more given back than there is", extended(CULPRIT_EXTENDED_UNREAD, {4, 5, 'u'})},
      {"4 GiB given back", extended(CULPRIT_EXTENDED_UNREAD, {4, 0xffffffff, 'u'})},
      {"a question without a length", extended(CULPRIT_EXTENDED_ASKED, {1, 0})},
      {"a name past the record", extended(CULPRIT_EXTENDED_ASKED, {1, 5, 0, 'n'})},
      {"a name of 4 GiB", extended(CULPRIT_EXTENDED_ASKED, {1, 0xffffffff, 0, 'n'})},
      {"an answer past the record", extended(CULPRIT_EXTENDED_ASKED, {1, 4, 5, 'n', 'a'})},
      {"an answer of 4 GiB", extended(CULPRIT_EXTENDED_ASKED, {1, 4, 0xffffffff, 'n', 'a'})},
  };
  for (const std::uint32_t moved : {CULPRIT_EXTENDED_INPUT, CULPRIT_EXTENDED_OUTPUT_FILE}) {
    bad.push_back({"a transfer without its length", extended(moved, {4, 0, 0, 0, 1})});
    bad.push_back({"bytes past the record", extended(moved, {4, 0, 0, 0, 5, 0, 'b'})});
    bad.push_back({"4 GiB of them", extended(moved, {4, 0, 0, 0, 0xffffffff, 0, 'b'})});
  }
  expect_damage(bad);
}

TEST(Hostile, LostDefinitionsAreKnownToBe) {
  const auto meta = [](std::uint32_t length) {
    return record(CULPRIT_TABLE_META, {CULPRIT_META_OPTION, length, 'o'});
  };
  const auto is_whole = [&](const std::function<void(Forgery&)>& forge) {
    Forgery forgery;
    forge(forgery);
    return forgery.open().tables().is_whole;
  };
  EXPECT_TRUE(is_whole([&](Forgery& f) {
    f.segment(0, 1, meta(1));
    f.segment(1, 0, {kLeave, 0});
    f.segment(0, 0, meta(1));
  })) << "damage of a thread is none of the definitions";
  EXPECT_FALSE(is_whole([&](Forgery& f) { f.segment(1, 0, {kLeave}); })) << "there are none";
  EXPECT_FALSE(is_whole([&](Forgery& f) { f.segment(0, 1, meta(1)); })) << "a gap";
  EXPECT_FALSE(is_whole([&](Forgery& f) { f.segment(0, 0, meta(5)); })) << "a text past its record";
  EXPECT_FALSE(is_whole([&](Forgery& f) {
    f.segment(0, 0, records(meta(1), std::vector{CULPRIT_TABLE_META << 24 | 9u}));
  })) << "a record past its segment";
  EXPECT_FALSE(is_whole([&](Forgery& f) {
    f.segment(0, 0, meta(1), [](auto& header) { header.checksum ^= 1; });
  })) << "a sum that does not fit";
  EXPECT_FALSE(is_whole([&](Forgery& f) {
    f.segment(0, 1, meta(1), [](auto& header) { header.committed = 3; });
    f.segment(0, 0, meta(1));
  })) << "the newest ones";
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
