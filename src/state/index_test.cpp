#include "src/state/index.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "src/state/index_build.h"
#include "src/state/memory.h"
#include "src/tree/from_trace.h"
#include "tests/support/trace_maker.h"

namespace culprit::state {
namespace {

namespace fs = std::filesystem;
using test::TraceMaker;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void replace(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// A small trace with a write of each kind, in a directory of its own.
class IndexFile : public ::testing::Test {
 protected:
  IndexFile() {
    TraceMaker maker;
    const FunctionId f = maker.function("f");
    maker.enter_at(0x7fff0000, f);
    maker.allocate(0x5000, 100);
    maker.write(0x5000, 42);
    maker.block(0x5ff0, std::string(300, 'b'));
    maker.fill(0x7000, 1 << 20, 9);
    maker.output("text");
    maker.leave();
    maker.close();
    fs::create_directory(directory());
    fs::copy_file(maker.path(), path());
    open();
  }
  ~IndexFile() override { fs::remove_all(directory()); }

  std::string directory() const { return own_.str() + ".d"; }
  std::string path() const { return directory() + "/a.trace"; }
  void open() {
    trace_ = std::make_unique<trace::Trace>(std::move(*trace::Trace::open(path())));
    tree_ = std::make_unique<tree::Tree>(std::move(*tree::read_tree(*trace_)));
  }
  /// What lookups in an index give, all in one text.
  std::string answers(const Index& index) const {
    const Memory memory(*trace_, *tree_, index);
    std::string text;
    for (const Address address : {0x5000, 0x5ff0, 0x6000, 0x6110, 0x7000, 0x80000, 0x200000}) {
      Cell cells[20];
      memory.read(address, kNoRank, cells);
      for (const Cell& cell : cells) text += fmt_cell(cell);
    }
    return text + std::to_string(index.transfers().size());
  }
  static std::string fmt_cell(const Cell& cell) {
    return std::to_string(static_cast<int>(cell.state)) + ":" +
           std::to_string(std::to_integer<int>(cell.value)) + " ";
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory()), fs::directory_iterator()));
  }

  test::TemporaryPath own_;
  std::unique_ptr<trace::Trace> trace_;
  std::unique_ptr<tree::Tree> tree_;
};

TEST_F(IndexFile, IsKeptBesideTheTraceAndUsedAgain) {
  ASSERT_TRUE(Index::open(*trace_, *tree_));
  EXPECT_EQ(files(), 2u);
  const auto made = fs::last_write_time(index_path(path()));
  int parses = 0;
  ASSERT_TRUE(Index::open(*trace_, *tree_, [&](auto...) { ++parses; }));
  EXPECT_EQ(parses, 0);
  EXPECT_EQ(fs::last_write_time(index_path(path())), made);
}

TEST_F(IndexFile, IsMadeAnewWhenTheTraceChanged) {
  ASSERT_TRUE(Index::open(*trace_, *tree_));
  TraceMaker maker;
  maker.enter(maker.function("f"));
  maker.write(0x5000, 43);
  maker.leave();
  maker.close();
  fs::copy_file(maker.path(), path(), fs::copy_options::overwrite_existing);
  open();
  const auto index = Index::open(*trace_, *tree_);
  ASSERT_TRUE(index);
  Cell cell;
  Memory(*trace_, *tree_, *index).read(0x5000, kNoRank, {&cell, 1});
  EXPECT_EQ(cell.value, std::byte{43});
}

TEST_F(IndexFile, IsMadeAnewWhenCutShort) {
  const std::string expected = answers(*Index::open(*trace_, *tree_));
  const std::string bytes = contents(index_path(path()));
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 50) {
    replace(index_path(path()), bytes.substr(0, length));
    EXPECT_FALSE(
        Index::load(std::move(*MappedFile::open(index_path(path()))), trace_->fingerprint(), tree_->size()))
        << length;
  }
  const auto again = Index::open(*trace_, *tree_);
  ASSERT_TRUE(again);
  EXPECT_EQ(answers(*again), expected);
  EXPECT_EQ(contents(index_path(path())), bytes);
}

TEST_F(IndexFile, IsNotBelievedWithAnyByteFlipped) {
  const std::string expected = answers(*Index::open(*trace_, *tree_));
  const std::string bytes = contents(index_path(path()));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << i % 8));
    replace(index_path(path()), flipped);
    const auto index =
        Index::load(std::move(*MappedFile::open(index_path(path()))), trace_->fingerprint(), tree_->size());
    if (!index)
      ++refused;
    else
      EXPECT_EQ(answers(*index), expected) << i;  // padding between sections
  }
  EXPECT_GE(refused, bytes.size() - 8 * static_cast<std::size_t>(Section::kCount));
}

TEST_F(IndexFile, OfAnotherVersionOrTraceIsRefused) {
  ASSERT_TRUE(Index::open(*trace_, *tree_));
  const auto load = [&](std::uint64_t fingerprint, std::uint32_t nodes) {
    return Index::load(std::move(*MappedFile::open(index_path(path()))), fingerprint, nodes);
  };
  EXPECT_TRUE(load(trace_->fingerprint(), tree_->size()));
  EXPECT_EQ(load(trace_->fingerprint() + 1, tree_->size()).error().code, ErrorCode::kVersion);
  EXPECT_EQ(load(trace_->fingerprint(), tree_->size() + 1).error().code, ErrorCode::kVersion);
  replace(index_path(path()), std::string(4096, 'x'));
  EXPECT_EQ(load(trace_->fingerprint(), tree_->size()).error().code, ErrorCode::kWrongFormat);
}

TEST_F(IndexFile, WorksWhereNothingCanBeWritten) {
  const auto named = Index::open(*trace_, *tree_);
  fs::remove_all(directory());
  const auto nameless = Index::open(*trace_, *tree_);
  ASSERT_TRUE(nameless);
  EXPECT_EQ(answers(*nameless), answers(*named));
}

TEST_F(IndexFile, LeavesNothingBehindWhenItsNameIsTaken) {
  fs::create_directory(index_path(path()));
  ASSERT_TRUE(Index::open(*trace_, *tree_));
  EXPECT_EQ(files(), 2u);
}

TEST_F(IndexFile, IsTheSameWhenMadeInManyRounds) {
  ASSERT_TRUE(Index::open(*trace_, *tree_));
  const std::string at_once = contents(index_path(path()));
  ASSERT_TRUE(build_index(*trace_, *tree_, no_progress, 3));
  EXPECT_EQ(contents(index_path(path())), at_once);
}

TEST(Index, FindsTheNewestInAPageWithManyEntries) {
  TraceMaker maker;
  maker.enter(maker.function("main"));
  constexpr int kWrites = 3 * static_cast<int>(kManyEntries);
  for (int i = 0; i < kWrites; ++i) maker.write(0x5000 + Address(i % 7) * 4, i);
  maker.leave();
  const trace::Trace trace = maker.finish();
  const auto tree = tree::read_tree(trace);
  const auto index = Index::open(trace, *tree);
  fs::remove(index_path(trace.path()));
  const Memory memory(trace, *tree, *index);
  trace::Cursor cursor = trace.events(StreamId{1});
  for (int i = 0; cursor.next();) {
    if (cursor.event().kind != CULPRIT_EVENT_WRITE && cursor.event().kind != CULPRIT_EVENT_WRITE_FAR)
      continue;
    if (i >= 7 && i % 97 == 0) {
      Cell cells[4];
      memory.read(0x5000 + Address(i % 7) * 4, Rank{cursor.event().position}, cells);
      int value = 0;
      for (int k = 4; k-- > 0;) value = value << 8 | std::to_integer<int>(cells[k].value);
      ASSERT_EQ(value, i - 7);
    }
    ++i;
  }
}

}  // namespace
}  // namespace culprit::state
