#include "src/state/written.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "src/state/timeline.h"
#include "src/state/written_builder.h"
#include "src/trace/decode.h"
#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::state {
namespace {

using Bytes = std::set<Address>;

Bytes bytes_of(const std::vector<WrittenRow>& rows) {
  Bytes bytes;
  for (const WrittenRow& row : rows)
    for (unsigned i = 0; i < kGranuleBytes; ++i)
      if (row.mask >> i & 1) bytes.insert(row.granule * kGranuleBytes + i);
  return bytes;
}

/// Threads that call, loop, start each other, and touch a little memory in every way; outputs make the log long.
class RandomRun {
 public:
  RandomRun(test::TraceMaker& maker, unsigned seed, std::size_t padding)
      : maker_(maker), random_(seed), padding_(padding) {
    function_ = maker_.function("f");
    loop_ = maker_.function("loop at 1", {.kind = CULPRIT_FUNCTION_LOOP, .enclosing = function_});
    maker_.enter(function_);
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }

 private:
  struct Thread {
    StreamId stream{1};
    std::vector<bool> is_loop{false};  ///< of what is open
  };
  int below(int most) { return std::uniform_int_distribution<int>(0, most - 1)(random_); }
  Address place() { return 0x10000 + static_cast<Address>(below(400)); }
  Thread& thread() { return threads_[current_]; }

  void step() {
    const int what = below(100);
    std::vector<bool>& open = thread().is_loop;
    if (what < 18) {
      maker_.read(place(), static_cast<std::uint64_t>(1) << below(4));
    } else if (what < 22) {
      maker_.read(place(), static_cast<std::uint64_t>(below(below(4) == 0 ? 3000 : 200) + 1));
    } else if (what < 38) {
      write(below(4));
    } else if (what < 40) {
      maker_.fill(place(), static_cast<std::uint64_t>(below(150) + 1), 7);
    } else if (what < 41) {
      maker_.fill(0x10000 + static_cast<Address>(below(64)), (std::uint64_t{64} << 10) + 1, 7);
    } else if (what < 45) {
      maker_.allocate(place(), static_cast<std::uint64_t>(below(120)));
    } else if (what < 47) {
      maker_.free(place());
    } else if (what < 62 && open.size() < 12) {
      maker_.sequence();
      maker_.enter(function_);
      open.push_back(false);
    } else if (what < 74 && open.size() > 1 && !open.back()) {
      maker_.leave();
      open.pop_back();
    } else if (what < 78 && open.size() < 12 && !open.back()) {
      maker_.loop(loop_);
      maker_.iteration(loop_);
      open.push_back(true);
    } else if (what < 88 && open.back()) {
      maker_.iteration(loop_);
    } else if (what < 91 && open.back()) {
      maker_.loop_end(loop_);
      open.pop_back();
    } else if (what < 93 && threads_.size() < 4) {
      maker_.sequence();
      threads_.push_back({maker_.spawn()});
      maker_.switch_to(threads_.back().stream);
      current_ = threads_.size() - 1;
      maker_.enter(function_);
    } else if (what < 97) {
      current_ = static_cast<std::size_t>(below(static_cast<int>(threads_.size())));
      maker_.switch_to(thread().stream);
      maker_.sequence();
    } else if (padding_ > 0) {
      maker_.output(std::string(padding_, '.'));
    }
  }
  void write(int size) {
    if (size == 0) maker_.write(place(), std::uint8_t{1});
    if (size == 1) maker_.write(place(), std::uint16_t{1});
    if (size == 2) maker_.write(place(), std::uint32_t{1});
    if (size == 3) maker_.write(place(), std::uint64_t{1});
  }

  test::TraceMaker& maker_;
  std::mt19937 random_;
  std::size_t padding_;
  FunctionId function_, loop_;
  std::vector<Thread> threads_ = std::vector<Thread>(1);
  std::size_t current_ = 0;
};

/// The log, event by event.
class BruteForce {
 public:
  BruteForce(const trace::Trace& trace, const tree::Tree& tree, const Index& index)
      : trace_(trace), tree_(tree), index_(index), timeline_(trace, tree, index) {
    for (const trace::StreamInfo& stream : trace.streams())
      for (trace::Cursor cursor = trace.events(stream.id); cursor.next();) take(stream.id, cursor.event());
    std::ranges::sort(events_, {}, &Touch::rank);
  }

  Bytes read(NodeId node) const {
    Bytes read = read_in([&](const Touch& event) { return is_in(node, event); });
    if (!tree_.is_iteration(node)) return read;
    const Moment began = timeline_.loop_began(node), enter = tree_.enter(node);
    const auto is_before = [&](const Touch& event) {
      return event.moment.stream() == enter.stream() && event.moment.position() >= began.position() &&
             event.moment.position() < enter.position();
    };
    read.merge(read_in(is_before));
    for (const Touch& event : events_)
      if (is_before(event) && !event.is_read && !event.is_long)
        for (std::uint64_t i = 0; i < (event.is_made ? 1 : event.size); ++i) read.insert(event.address + i);
    return read;
  }
  Bytes written(NodeId node) const {
    Bytes written;
    for (const Touch& event : events_)
      if (is_in(node, event) && !event.is_read && !event.is_long)
        for (std::uint64_t i = 0; i < (event.is_made ? 1 : event.size); ++i)
          written.insert(event.address + i);
    return written;
  }

 private:
  struct Touch {
    Rank rank;
    Moment moment;
    Address address;
    std::uint64_t size;
    bool is_read = false;
    bool is_made = false;
    bool is_long = false;
  };
  void take(StreamId stream, const trace::Event& event) {
    const Moment moment{stream, event.position};
    Touch touch{trace_.order(moment), moment, event.address, event.size};
    touch.is_read = trace::is_read(event);
    touch.is_made = event.kind == CULPRIT_EVENT_ALLOCATE;
    touch.is_long = event.kind == CULPRIT_EVENT_FILL && event.size > std::uint64_t{64} << 10;
    if (event.kind == CULPRIT_EVENT_FREE) touch.size = 1;
    const bool is_write = event.kind == CULPRIT_EVENT_WRITE || event.kind == CULPRIT_EVENT_WRITE_FAR ||
                          event.kind == CULPRIT_EVENT_BLOCK || event.kind == CULPRIT_EVENT_FILL ||
                          event.kind == CULPRIT_EVENT_FREE;
    if (touch.is_read || touch.is_made || is_write) events_.push_back(touch);
  }
  bool is_in(NodeId node, const Touch& event) const {
    const Moment enter = tree_.enter(node), leave = tree_.leave(node);
    if (enter == kNoMoment) return true;
    if (event.moment.stream() == enter.stream())
      return event.moment.position() >= enter.position() &&
             (leave == kNoMoment || event.moment.position() < leave.position());
    for (std::size_t row = 0; row < trace_.streams().size(); ++row)
      if (trace_.streams()[row].id == event.moment.stream())
        return tree_.contains(node, NodeId{index_.stream_nodes(row).front()});
    return false;
  }
  template <class Counts>
  Bytes read_in(Counts counts) const {
    Bytes read;
    std::unordered_set<Address> known;
    for (const Touch& event : events_) {
      if (!counts(event)) continue;
      // The places that are read are few; a write or allocation may be long.
      const Address end = std::min<Address>(event.address + event.size, 0x11000);
      if (event.is_made) known.insert(event.address);
      for (Address byte = event.address; byte < end; ++byte) {
        if (!event.is_read)
          known.insert(byte);
        else if (!known.contains(byte))
          read.insert(byte);
      }
    }
    return read;
  }

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
  Timeline timeline_;
  std::vector<Touch> events_;
};

struct Compared {
  int nodes = 0;
  int passes = 0;
  int with_threads = 0;
  int with_reads = 0;
  int too_much = 0;
};

void compare(unsigned seed, std::size_t padding, int steps, Compared& compared) {
  test::TraceMaker maker;
  RandomRun(maker, seed, padding).steps(steps);
  const trace::Trace trace = maker.finish();
  const tree::Tree tree = std::move(*tree::read_tree(trace));
  const Index index = std::move(*Index::open(trace, tree));
  const Written written(trace, tree, index);
  const BruteForce truth(trace, tree, index);
  std::mt19937 random(seed);
  for (int i = 0; i < 100; ++i) {
    NodeId node{static_cast<std::uint32_t>(random() % tree.size())};
    // Some that started a thread are among them.
    if (i % 4 == 0 && trace.streams().size() > 1) {
      node = NodeId{index.stream_nodes(1 + random() % (trace.streams().size() - 1)).front()};
      for (auto up = random() % 3 + 1; up > 0 && tree.parent(node) != kNoNode; --up) node = tree.parent(node);
    }
    const Footprint footprint = written.of(node, node);
    const Bytes read = bytes_of(footprint.read), expected = truth.read(node);
    if (footprint.is_too_much) {
      ++compared.too_much;
      EXPECT_TRUE(std::ranges::includes(read, expected)) << "seed " << seed << ", node " << node.value();
    } else {
      EXPECT_EQ(read, expected) << "seed " << seed << ", node " << node.value();
    }
    EXPECT_EQ(bytes_of(footprint.written.granules), truth.written(node));
    ++compared.nodes;
    compared.passes += tree.is_iteration(node);
    compared.with_reads += !expected.empty();
    for (std::size_t row = 0; row < trace.streams().size() && trace.streams().size() > 1; ++row) {
      const NodeId first{index.stream_nodes(row).front()};
      if (tree.enter(node) != kNoMoment && tree.enter(node).stream() != trace.streams()[row].id &&
          tree.contains(node, first)) {
        ++compared.with_threads;
        break;
      }
    }
  }
  std::filesystem::remove(index_path(maker.path()));
}

trace::Event touch(culprit_event kind, Address address, std::uint64_t size) {
  trace::Event event{};
  event.kind = kind;
  if (kind == CULPRIT_EVENT_EXTENDED) event.what = CULPRIT_EXTENDED_READ_BLOCK;
  event.address = address;
  event.size = size;
  return event;
}

TEST(StretchBuilder, LongReadsTakeABoundedRoomAndSayWhatTheyLack) {
  constexpr std::uint64_t kMost = StretchBuilder::kMostLongReads;
  StretchBuilder builder;
  const auto take_all = [&] { builder.take(touch(CULPRIT_EVENT_EXTENDED, 0x10000, kMost)); };
  take_all();
  for (int again = 0; again < 100'000; ++again)
    builder.take(touch(CULPRIT_EVENT_EXTENDED, 0x10000 + static_cast<Address>(again), kMost - 100'000));
  StretchRows rows = builder.finish();
  EXPECT_EQ(bytes_in(rows.read), kMost);
  EXPECT_FALSE(rows.lacks_reads) << "the same again is nothing new";
  for (Address i = 0; i < 100'000; ++i)
    builder.take(touch(CULPRIT_EVENT_EXTENDED, i << 30, std::uint64_t{64} << 20));
  builder.take(touch(CULPRIT_EVENT_EXTENDED, 0, std::uint64_t{1} << 47));
  builder.take(touch(CULPRIT_EVENT_EXTENDED, 0, ~std::uint64_t{0}));
  builder.take(touch(CULPRIT_EVENT_EXTENDED, std::uint64_t{1} << 46, 8));
  rows = builder.finish();
  EXPECT_LE(bytes_in(rows.read), kMost + 200'000 * StretchBuilder::kLongReadsOfOne + 8);
  EXPECT_TRUE(rows.lacks_reads);
  EXPECT_TRUE(std::ranges::binary_search(rows.read, (std::uint64_t{1} << 46) / kGranuleBytes, {},
                                         &WrittenRow::granule))
      << "short reads are all kept";
  take_all();
  rows = builder.finish();
  EXPECT_LT(bytes_in(rows.read), kMost) << "many short stretches are no way around it";
  EXPECT_TRUE(rows.lacks_reads);
  for (std::uint64_t i = 0; i < kMost / StretchBuilder::kLongReadsOfOne; ++i)
    builder.take(touch(CULPRIT_EVENT_FREE, 0x8000, 0));
  take_all();
  rows = builder.finish();
  EXPECT_EQ(bytes_in(rows.read), kMost) << "after much else all of it";
  EXPECT_FALSE(rows.lacks_reads);
}

TEST(StretchBuilder, LongReadsLeaveOutWhatWasWrittenAndMadeBefore) {
  StretchBuilder builder;
  builder.take(touch(CULPRIT_EVENT_WRITE, 0x10100, 8));
  builder.take(touch(CULPRIT_EVENT_ALLOCATE, 0x10800, 0x100));
  builder.take(touch(CULPRIT_EVENT_EXTENDED, 0x10000, 0x400));
  builder.take(touch(CULPRIT_EVENT_EXTENDED, 0x10c00, 0x400));
  builder.take(touch(CULPRIT_EVENT_WRITE, 0x10200, 8));
  builder.take(touch(CULPRIT_EVENT_WRITE, 0x10a00, 8));
  builder.take(touch(CULPRIT_EVENT_EXTENDED, 0x10000, 0x1000));
  Bytes expected;
  for (Address byte = 0x10000; byte < 0x11000; ++byte)
    if (!(byte >= 0x10100 && byte < 0x10108) && !(byte >= 0x10800 && byte < 0x10900) &&
        !(byte >= 0x10a00 && byte < 0x10a08))
      expected.insert(byte);
  EXPECT_EQ(bytes_of(builder.finish().read), expected);
}

/// A log with gaps has parts where something was done, and no others: its positions may be anything.
TEST(WrittenBuilder, GapsCostNothing) {
  WrittenBuilder builder;
  builder.begin_stream();
  const auto take_at = [&](std::uint64_t position) {
    trace::Event event = touch(CULPRIT_EVENT_WRITE, 0x10000, 8);
    event.position = position;
    builder.take(event);
  };
  constexpr std::uint64_t kFar = std::uint64_t{1} << 43;
  for (const std::uint64_t position :
       {std::uint64_t{8}, std::uint64_t{16}, std::uint64_t{3} << part_bits(0), kFar})
    take_at(position);
  builder.end_stream(kFar + 4);
  ASSERT_EQ(builder.starts().size(), kPartLevels + 1);
  std::vector<std::vector<std::uint64_t>> numbers(kPartLevels);
  for (unsigned level = 0; level < kPartLevels; ++level)
    for (std::uint64_t row = builder.starts()[level]; row < builder.starts()[level + 1]; ++row)
      numbers[level].push_back(builder.parts()[row].number);
  const std::vector<std::vector<std::uint64_t>> expected{{0, 3, kFar >> part_bits(0)}, {0}, {0}, {0}};
  EXPECT_EQ(numbers, expected);
}

/// Of reads that claim all memory a question says that there is more; whoever is around them, too.
TEST(Written, SaysWhereMoreWasReadThanIsKept) {
  test::TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter(f);
  maker.enter(f);
  maker.read(0x10000, 8);
  maker.leave();
  maker.enter(f);
  for (Address i = 0; i < 50; ++i) maker.read(i << 40, std::uint64_t{1} << 40);
  maker.leave();
  for (int i = 0; i < 20; ++i) maker.output(std::string(200'000, '.'));
  maker.leave();
  const trace::Trace trace = maker.finish();
  const tree::Tree tree = std::move(*tree::read_tree(trace));
  const Index index = std::move(*Index::open(trace, tree));
  const Written written(trace, tree, index);
  EXPECT_TRUE(written.of(NodeId{0}, NodeId{0}).is_cut);
  EXPECT_FALSE(written.of(NodeId{1}, NodeId{1}).is_cut);
  EXPECT_TRUE(written.of(NodeId{2}, NodeId{2}).is_cut);
  std::filesystem::remove(index_path(maker.path()));
}

/// The parts of the log behind the last write, read or allocation count, or the part in which that lies is not whole.
TEST(Written, KnowsWhatWasDoneBeforeALongSilence) {
  test::TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter(f);
  maker.read(0x20000, 4);
  maker.write(0x10000, std::uint32_t{1});
  for (int i = 0; i < 35; ++i) maker.output(std::string(2'000'000, '.'));
  maker.leave();
  const trace::Trace trace = maker.finish();
  const tree::Tree tree = std::move(*tree::read_tree(trace));
  const Index index = std::move(*Index::open(trace, tree));
  const Footprint footprint = Written(trace, tree, index).of(NodeId{0}, NodeId{0});
  EXPECT_EQ(bytes_of(footprint.written.granules), (Bytes{0x10000, 0x10001, 0x10002, 0x10003}));
  EXPECT_EQ(bytes_of(footprint.read), (Bytes{0x20000, 0x20001, 0x20002, 0x20003}));
  std::filesystem::remove(index_path(maker.path()));
}

TEST(Written, FootprintEqualsBruteForce) {
  Compared compared;
  // Logs that fit a leaf, of some leaves, and of several levels of parts.
  for (unsigned seed = 0; seed < 12; ++seed) compare(seed, 0, 1200, compared);
  for (unsigned seed = 12; seed < 18; ++seed) compare(seed, 200'000, 1500, compared);
  for (unsigned seed = 18; seed < 20; ++seed) compare(seed, 2'000'000, 2500, compared);
  EXPECT_EQ(compared.nodes, 2000);
  EXPECT_GT(compared.passes, 200);
  EXPECT_GT(compared.with_threads, 100);
  EXPECT_GT(compared.with_reads, 1000);
  EXPECT_LT(compared.too_much, 100);
}

}  // namespace
}  // namespace culprit::state
