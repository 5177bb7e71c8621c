#include "src/state/memory.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "src/state/index.h"
#include "src/state/snapshot.h"
#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::state {
namespace {

using test::TraceMaker;

/// A finished trace with all that is needed to read its memory.
struct Past {
  explicit Past(TraceMaker& maker)
      : trace(maker.finish()),
        tree(std::move(*tree::read_tree(trace))),
        index(std::move(*Index::open(trace, tree))),
        memory(trace, tree, index) {
    std::filesystem::remove(index_path(trace.path()));
  }
  Cell at(Address address, Moment moment) const {
    Cell cell;
    memory.read(address, trace.order(moment), {&cell, 1});
    return cell;
  }
  /// The value of a byte, or a word for why there is none.
  std::string shown(Address address, Moment moment) const {
    const Cell cell = at(address, moment);
    switch (cell.state) {
      case ByteState::kKnown:
        return std::to_string(std::to_integer<int>(cell.value));
      case ByteState::kUninitialised:
        return "uninitialised";
      case ByteState::kFreed:
        return "freed";
      case ByteState::kNever:
        return "never";
    }
    return {};
  }
  std::string at_enter(std::uint32_t node, Address address) const {
    return shown(address, tree.enter(NodeId{node}));
  }
  std::string at_leave(std::uint32_t node, Address address) const {
    return shown(address, tree.leave(NodeId{node}));
  }

  trace::Trace trace;
  tree::Tree tree;
  Index index;
  Memory memory;
};

/// What the rules say, by going through all records for every byte.
class Model {
 public:
  explicit Model(const trace::Trace& trace) {
    for (const trace::StreamInfo& stream : trace.streams()) {
      trace::Cursor cursor = trace.events(stream.id);
      while (cursor.next())
        events_.emplace(trace.order(Moment{stream.id, cursor.event().position}), cursor.event());
    }
  }

  Cell at(Address byte, Rank until) const {
    Cell cell;
    std::vector<Block> blocks;
    for (const auto& [rank, event] : events_) {
      if (rank >= until) break;
      const bool covers = byte >= event.address && byte - event.address < event.size;
      if (event.kind == CULPRIT_EVENT_ALLOCATE || event.kind == CULPRIT_EVENT_FREE)
        for (Block& block : blocks) block.is_live = block.is_live && block.start != event.address;
      if (event.kind == CULPRIT_EVENT_ALLOCATE) blocks.push_back({event.address, covers, true, rank});
      const bool is_write = event.kind >= CULPRIT_EVENT_WRITE && event.kind <= CULPRIT_EVENT_FILL;
      if (!is_write || !covers) continue;
      cell.written = rank;
      cell.value =
          event.kind == CULPRIT_EVENT_FILL ? std::byte{event.what} : event.payload[byte - event.address];
    }
    cell.state = cell.written == kNoRank ? ByteState::kNever : ByteState::kKnown;
    for (const Block& block : blocks) {
      if (!block.covers) continue;
      const bool is_written = cell.written != kNoRank && cell.written > block.begin;
      cell.state = !block.is_live ? ByteState::kFreed
                   : is_written   ? ByteState::kKnown
                                  : ByteState::kUninitialised;
    }
    return cell;
  }
  Rank random_rank(std::uint64_t draw) const {
    const auto at = std::next(events_.begin(), static_cast<std::ptrdiff_t>(draw % events_.size()));
    return Rank{at->first.value() + draw / 7 % 2};
  }

 private:
  struct Block {
    Address start;
    bool covers;
    bool is_live;
    Rank begin;
  };
  std::map<Rank, trace::Event> events_;
};

constexpr Address kBase = 0x40000 - 100;

/// Writes of all kinds into a few pages, so that they overlap, cross pages, and are cut in every way.
void play(TraceMaker& maker, std::uint64_t draw) {
  const Address near = kBase + draw / 16 % 400, anywhere = kBase + draw / 16 % 20000;
  const std::uint64_t size = draw / 1'000'000;
  switch (draw % 12) {
    case 0:
    case 1:
      return maker.write(near, static_cast<std::uint64_t>(draw * 0x9e3779b97f4a7c15u));
    case 2:
    case 3:
      return maker.write(near, static_cast<std::uint32_t>(draw * 0x9e3779b9u));
    case 4:
      return maker.write(near, static_cast<std::uint16_t>(draw * 40503u));
    case 5:
      return maker.write(near, static_cast<std::uint8_t>(draw * 157u));
    case 6:
      return maker.block(near, std::string(size % 300, static_cast<char>(draw / 3)));
    case 7:
      return maker.block(anywhere, std::string(size % 9000, static_cast<char>(draw / 5)));
    case 8:
      return maker.fill(near, size % 500, static_cast<std::uint8_t>(draw / 7));
    case 9:
      return maker.fill(anywhere, size % 200'000, static_cast<std::uint8_t>(draw / 11));
    case 10:
      return maker.allocate(kBase + draw / 16 % 40 * 16, 1 + size % 600);
    default:
      return maker.free(kBase + draw / 16 % 40 * 16);
  }
}

/// The same in turns of a few threads.
void play_in_threads(TraceMaker& maker, const std::vector<std::uint64_t>& draws, std::uint64_t threads) {
  for (std::uint64_t i = 1; i < threads; ++i) maker.spawn();
  for (const std::uint64_t draw : draws) {
    maker.switch_to(StreamId{static_cast<std::uint32_t>(1 + draw % threads)});
    if (threads > 1 && draw / threads % 2 == 0) maker.sequence();
    play(maker, draw * 0x2545f4914f6cdd1du >> 8);
  }
  maker.switch_to(StreamId{1});
}

RC_GTEST_PROP(Memory, EqualsAReplayOfTheLog, (const std::vector<std::uint64_t>& draws)) {
  TraceMaker maker(8192);
  maker.enter(maker.function("main"));
  play_in_threads(maker, draws, *rc::gen::inRange(1u, 4u));
  maker.leave();
  const Past past(maker);
  const Model model(past.trace);
  for (int i = 0; i < 20; ++i) {
    const auto draw = *rc::gen::arbitrary<std::uint32_t>();
    const Rank rank = model.random_rank(draw);
    const Address address = kBase - 20 + draw / 3 % (i % 4 == 0 ? 30000 : 500);
    std::vector<Cell> cells(1 + draw % (i % 4 == 0 ? 300 : 20));
    past.memory.read(address, rank, cells);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const Cell expected = model.at(address + k, rank);
      RC_ASSERT(cells[k].state == expected.state);
      RC_ASSERT(cells[k].written == expected.written);
      RC_ASSERT(cells[k].value == expected.value);
    }
  }
}

RC_GTEST_PROP(Snapshot, TakesFromALaterOneOnlyWhatWasTheSame, (const std::vector<std::uint64_t>& draws)) {
  TraceMaker maker(8192);
  maker.enter(maker.function("main"));
  play_in_threads(maker, draws, *rc::gen::inRange(1u, 4u));
  maker.leave();
  const Past past(maker);
  const Model model(past.trace);
  for (int i = 0; i < 20; ++i) {
    const Rank one = model.random_rank(*rc::gen::arbitrary<std::uint32_t>());
    const Rank other = model.random_rank(*rc::gen::arbitrary<std::uint32_t>());
    const auto draw = *rc::gen::arbitrary<std::uint32_t>();
    Snapshot before(past.memory, past.trace.moment_at(std::min(one, other)));
    Snapshot after(past.memory, past.trace.moment_at(std::max(one, other)));
    before.know(after);
    const Address address = kBase - 20 + draw / 3 % 500;
    std::vector<Cell> taken(1 + draw % 200), read(taken.size());
    before.read(address, taken);
    past.memory.read(address, before.rank(), read);
    for (std::size_t k = 0; k < read.size(); ++k) {
      RC_ASSERT(taken[k].state == read[k].state);
      RC_ASSERT(taken[k].written == read[k].written);
      RC_ASSERT(taken[k].value == read[k].value);
    }
  }
}

TEST(Memory, KnowsNothingBeforeTheFirstWrite) {
  TraceMaker maker;
  maker.enter(maker.function("main"));
  maker.write(0x5000, std::uint8_t{7});
  maker.leave();
  const Past past(maker);
  EXPECT_EQ(past.at_enter(0, 0x5000), "never");
  EXPECT_EQ(past.at_leave(0, 0x5000), "7");
  EXPECT_EQ(past.at_leave(0, 0x5001), "never");
  EXPECT_EQ(past.at_leave(0, ~Address{0}), "never");
}

TEST(Memory, TellsObjectsAtAReusedAddressApart) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter(f);  // 0
  maker.allocate(0x5000, 8);
  maker.enter(f);  // 1
  maker.write(0x5000, std::uint8_t{7});
  maker.leave();
  maker.free(0x5000);
  maker.enter(f);  // 2
  maker.leave();
  maker.allocate(0x5000, 16);
  maker.enter(f);  // 3
  maker.write(0x5000, std::uint8_t{9});
  maker.leave();
  maker.leave();
  const Past past(maker);
  EXPECT_EQ(past.at_enter(1, 0x5000), "uninitialised");
  EXPECT_EQ(past.at_leave(1, 0x5000), "7");
  EXPECT_EQ(past.at_enter(2, 0x5000), "freed");
  EXPECT_EQ(past.at_enter(3, 0x5000), "uninitialised");
  EXPECT_EQ(past.at_enter(3, 0x500f), "uninitialised");
  EXPECT_EQ(past.at_leave(3, 0x5000), "9");
}

TEST(Memory, KeepsContentsThatReallocCopied) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter(f);
  maker.allocate(0x5000, 8);
  maker.write(0x5000, std::uint64_t{0x0807060504030201});
  maker.enter(f);
  maker.free(0x5000);
  maker.allocate(0x6000, 16);
  maker.block(0x6000, "\1\2\3\4\5\6\7\10");
  maker.leave();
  maker.leave();
  const Past past(maker);
  EXPECT_EQ(past.at_leave(1, 0x5003), "freed");
  EXPECT_EQ(past.at_leave(1, 0x6003), "4");
  EXPECT_EQ(past.at_leave(1, 0x6008), "uninitialised");
}

TEST(Memory, StaysExactWhenAnAddressIsReusedOften) {
  TraceMaker maker;
  maker.enter(maker.function("main"));
  for (int i = 0; i < 20000; ++i) {
    maker.allocate(0x5000, 8 + std::uint64_t(i) % 3);
    maker.write(0x5000, static_cast<std::uint8_t>(i));
    maker.free(0x5000);
  }
  maker.leave();
  const Past past(maker);
  trace::Cursor cursor = past.trace.events(StreamId{1});
  for (int i = 0; cursor.next();) {
    const Moment moment{cursor.event().position};
    if (cursor.event().kind == CULPRIT_EVENT_WRITE) {
      EXPECT_EQ(past.shown(0x5000, moment), "uninitialised");
    } else if (cursor.event().kind == CULPRIT_EVENT_FREE) {
      EXPECT_EQ(past.shown(0x5000, moment), std::to_string(i++ & 255));
    }
  }
}

constexpr Address kTop = 0x7fff0000;

TEST(Memory, ForgetsAFrameThatWasLeft) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter_at(kTop, f);  // 0
  maker.write(kTop - 8, std::uint8_t{1});
  maker.enter_at(kTop - 64, f);  // 1
  maker.write(kTop - 72, std::uint8_t{2});
  maker.write(kTop - 8, std::uint8_t{3});
  maker.leave();
  maker.enter_at(kTop - 64, f);   // 2
  maker.enter_at(kTop - 128, f);  // 3
  maker.leave();
  maker.write(kTop - 72, std::uint8_t{4});
  maker.leave();
  maker.leave();
  const Past past(maker);
  EXPECT_EQ(past.at_leave(1, kTop - 72), "2");
  EXPECT_EQ(past.at_enter(2, kTop - 72), "uninitialised");
  EXPECT_EQ(past.at_leave(3, kTop - 72), "uninitialised");
  EXPECT_EQ(past.at_leave(2, kTop - 72), "4");
  EXPECT_EQ(past.at_leave(2, kTop - 8), "3");
  EXPECT_EQ(past.at_leave(0, kTop - 72), "freed");
  EXPECT_EQ(past.at_leave(0, kTop - 8), "3");
}

TEST(Memory, LeavesStoresBeforeTheEnterOutOfTheNewFrame) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter_at(kTop, f);  // 0
  maker.write(kTop - 72, std::uint8_t{5});
  maker.enter_at(kTop - 64, f);  // 1
  maker.leave();
  maker.enter_at(kTop - 64, f);  // 2
  maker.leave();
  maker.leave();
  const Past past(maker);
  EXPECT_EQ(past.at_enter(1, kTop - 72), "uninitialised");
  EXPECT_EQ(past.at_enter(2, kTop - 72), "uninitialised");
  EXPECT_EQ(past.at_leave(0, kTop - 72), "5");
  EXPECT_EQ(past.memory.writer(past.at(kTop - 72, past.tree.leave(NodeId{0})).written).node, NodeId{0});
}

TEST(Memory, FindsTheFrameThroughAMillionPasses) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  const FunctionId loop = maker.function("loop", {.kind = CULPRIT_FUNCTION_LOOP, .enclosing = f});
  maker.enter_at(kTop, f);
  maker.write(kTop - 8, std::uint8_t{1});
  maker.loop(loop);
  for (int i = 0; i < 1'000'000; ++i) maker.iteration(loop);
  maker.enter_at(kTop - 64, f);
  maker.write(kTop - 72, std::uint8_t{2});
  maker.leave();
  maker.loop_end(loop);
  maker.leave();
  const Past past(maker);
  const std::uint32_t last = past.tree.size() - 1;
  EXPECT_EQ(past.at_leave(last, kTop - 8), "1");
  EXPECT_EQ(past.at_leave(last, kTop - 72), "2");
  EXPECT_EQ(past.at_leave(0, kTop - 72), "freed");
  EXPECT_EQ(past.memory.timeline().pass_of(NodeId{last - 1}), 1'000'000u);
  EXPECT_EQ(past.memory.timeline().pass_of(NodeId{1}), 1u);
  EXPECT_EQ(past.memory.timeline().pass_of(NodeId{last}), 0u);
}

TEST(Memory, TakesAnAllocaAsAnObjectOfItsFrame) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.allocate(kTop - 0x10000, 0x10100, CULPRIT_MEMORY_STACK);
  maker.enter_at(kTop, f);  // 0
  maker.write(kTop - 40, std::uint8_t{1});
  maker.allocate(kTop - 48, 16, CULPRIT_MEMORY_STACK);
  maker.enter_at(kTop - 64, f);  // 1
  maker.write(kTop - 40, std::uint8_t{2});
  maker.leave();
  maker.free(kTop - 48, CULPRIT_MEMORY_STACK);
  maker.leave();
  const Past past(maker);
  EXPECT_EQ(past.at_enter(1, kTop - 40), "uninitialised");
  EXPECT_EQ(past.at_leave(1, kTop - 40), "2");
  EXPECT_EQ(past.at_leave(0, kTop - 40), "uninitialised");
}

TEST(Memory, OrdersThreadsBySequenceNumbers) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter_at(kTop, f);
  maker.allocate(0x5000, 8);
  maker.write(0x5000, std::uint8_t{1});
  const StreamId other = maker.spawn();
  maker.sequence();
  maker.switch_to(other);
  maker.sequence();
  maker.enter_at(kTop - 0x100000, f);
  maker.write(0x5000, std::uint8_t{2});
  maker.write(kTop - 0x100008, std::uint8_t{8});
  maker.leave();
  maker.sequence();
  maker.switch_to(StreamId{1});
  maker.sequence();
  maker.enter_at(kTop - 64, f);
  maker.write(0x5000, std::uint8_t{3});
  maker.leave();
  maker.leave();
  const Past past(maker);
  ASSERT_EQ(past.tree.size(), 3u);
  const auto thread = past.tree.enter(NodeId{1}).stream() == other ? 1u : 2u;
  const auto call = 3 - thread;
  EXPECT_EQ(past.at_enter(thread, 0x5000), "1");
  EXPECT_EQ(past.at_leave(thread, 0x5000), "2");
  EXPECT_EQ(past.at_leave(thread, kTop - 0x100008), "8");
  EXPECT_EQ(past.at_enter(call, 0x5000), "2");
  EXPECT_EQ(past.at_leave(call, 0x5000), "3");
  EXPECT_EQ(past.at_leave(call, kTop - 0x100008), "freed");
  EXPECT_EQ(past.memory.writer(past.at(0x5000, past.tree.leave(NodeId{thread})).written).node,
            NodeId{thread});
  EXPECT_EQ(past.memory.writer(past.at(0x5000, kNoMoment).written).node, NodeId{call});
}

TEST(Memory, SaysThatContentsWereThereFromTheStart) {
  TraceMaker maker;
  maker.block(0x5000, "abc", 0, CULPRIT_BLOCK_INITIAL);
  maker.enter(maker.function("main"));
  maker.leave();
  const Past past(maker);
  const Writer writer = past.memory.writer(past.at(0x5000, kNoMoment).written);
  EXPECT_TRUE(writer.is_initial);
  EXPECT_EQ(writer.node, kNoNode);
}

}  // namespace
}  // namespace culprit::state
