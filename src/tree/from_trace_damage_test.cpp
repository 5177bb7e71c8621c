#include <gtest/gtest.h>

#include <fstream>

#include "src/tree/from_trace.h"
#include "src/tree/text.h"
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

/// Wipes the header of one segment of the first thread.
void lose_segment(const std::string& path, std::uint64_t number) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  for (std::uint64_t at = CULPRIT_FILE_HEADER_SIZE;; at += kSegment) {
    culprit_segment_header header{};
    file.seekg(static_cast<std::streamoff>(at));
    ASSERT_TRUE(file.read(reinterpret_cast<char*>(&header), sizeof header)) << "no such segment";
    if (header.stream != 1 || header.number != number) continue;
    header = {};
    file.seekp(static_cast<std::streamoff>(at));
    file.write(reinterpret_cast<const char*>(&header), sizeof header);
    return;
  }
}

std::string with_segment_lost(TraceMaker& maker, std::uint64_t number) {
  maker.close();
  lose_segment(maker.path(), number);
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

}  // namespace
}  // namespace culprit::tree
