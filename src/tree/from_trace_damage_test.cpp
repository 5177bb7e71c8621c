#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "src/tree/from_trace.h"
#include "src/tree/text.h"
#include "tests/support/change_segment.h"
#include "tests/support/trace_maker.h"

namespace culprit::tree {
namespace {

using test::TraceMaker;

constexpr std::uint32_t kSegment = 4096;

class FromDamagedTrace : public testing::Test {
 protected:
  TraceMaker maker_{kSegment};
  FunctionId main_ = maker_.function("main");
  FunctionId f_ = maker_.function("f");
  FunctionId g_ = maker_.function("g");
  FunctionId outer_ = maker_.function("outer", {.kind = CULPRIT_FUNCTION_LOOP});
};

std::string with_segment_lost(TraceMaker& maker, std::uint64_t number) {
  maker.close();
  test::lose_segment(maker.path(), kSegment, StreamId{1}, number);
  Result<trace::Trace> trace = trace::Trace::open(maker.path());
  if (!trace) return trace.error().what;
  const Result<Tree> tree = read_tree(*trace);
  return tree ? to_text(*tree) : tree.error().what;
}

/// Fills the rest of the segment and a part of the next with what is no call.
void fill_segment(TraceMaker& maker) {
  for (int i = 0; i < 4; ++i) maker.output(std::string(1000, 'x'));
}

TEST_F(FromDamagedTrace, OpensLostCallsAfterAGap) {
  maker_.enter(main_);
  fill_segment(maker_);
  maker_.enter(f_);
  maker_.enter(g_);
  fill_segment(maker_);
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(with_segment_lost(maker_, 1),
            "main\n"
            "  lost call\n"
            "    lost call\n"
            "      g\n");
}

TEST_F(FromDamagedTrace, ClosesCallsThatEndedInAGap) {
  maker_.enter(main_);
  maker_.enter(f_);
  maker_.loop(outer_);
  maker_.iteration(outer_);
  maker_.enter(g_);
  fill_segment(maker_);
  maker_.leave();
  maker_.leave();
  fill_segment(maker_);
  maker_.enter(g_);
  maker_.leave();
  maker_.leave();
  EXPECT_EQ(with_segment_lost(maker_, 1),
            "main\n"
            "  f\n"
            "    outer\n"
            "      g\n"
            "  g\n");
}

void expect_tree_or_error(const std::string& path) {
  const Result<trace::Trace> trace = trace::Trace::open(path);
  if (!trace) return;
  const Result<Tree> tree = read_tree(*trace);
  if (!tree) {
    EXPECT_FALSE(tree.error().what.empty());
    return;
  }
  for (std::uint32_t i = 1; i < tree->size(); ++i) {
    const NodeId n{i};
    ASSERT_LT(tree->parent(n), n);
    ASSERT_LT(n, tree->end(n));
    ASSERT_LE(tree->end(n), tree->end(tree->parent(n)));
    ASSERT_NE(tree->enter(n), kNoMoment);
  }
}

/// A short run with all that matters to the tree: calls, loops, an exception, a thread.
void record_a_bit_of_everything(TraceMaker& maker, FunctionId f, FunctionId loop) {
  maker.enter(f);
  const StreamId thread = maker.spawn();
  maker.loop(loop);
  for (int i = 0; i < 3; ++i) {
    maker.iteration(loop, i);
    maker.enter(f, i);
    maker.enter(f);
    maker.unwind(1);
    maker.leave(i);
  }
  maker.loop_end(loop);
  fill_segment(maker);
  maker.enter(f);
  maker.switch_to(thread);
  maker.enter(f);
  maker.leave();
}

TEST_F(FromDamagedTrace, GivesATreeOrAnErrorWhicheverByteIsFlipped) {
  record_a_bit_of_everything(maker_, f_, outer_);
  maker_.close();
  std::fstream file(maker_.path(), std::ios::in | std::ios::out | std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const auto put = [&](std::size_t at, char byte) {
    file.clear();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte).flush();
  };
  std::size_t flipped = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const bool is_text = bytes[at] == 'x';
    if (bytes[at] == 0 || is_text) continue;  // the padding, and the text that fills segments
    for (const int mask : {0x01, 0x80, 0xff}) {
      put(at, static_cast<char>(bytes[at] ^ mask));
      expect_tree_or_error(maker_.path());
    }
    put(at, bytes[at]);
    ++flipped;
  }
  EXPECT_GT(flipped, 200u);
}

TEST_F(FromDamagedTrace, GivesATreeOrAnErrorWhereverItIsCut) {
  record_a_bit_of_everything(maker_, f_, outer_);
  maker_.close();
  for (std::uintmax_t size = std::filesystem::file_size(maker_.path()); size > 0;
       size -= std::min<std::uintmax_t>(size, 97)) {
    std::filesystem::resize_file(maker_.path(), size);
    expect_tree_or_error(maker_.path());
  }
  EXPECT_LT(std::filesystem::file_size(maker_.path()), 97u);
}

}  // namespace
}  // namespace culprit::tree
