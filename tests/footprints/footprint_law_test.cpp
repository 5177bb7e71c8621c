// What the index says a node wrote, and read before, against brute force over the log, on recordings of real programs.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "src/state/index.h"
#include "src/state/written.h"
#include "src/tree/from_trace.h"
#include "tests/support/bytes_of_nodes.h"
#include "tests/support/places.h"
#include "tests/support/run_program.h"

namespace culprit::test {
namespace {

namespace fs = std::filesystem;
using state::WrittenRow;

constexpr int kNodesOfATrace = 100;

/// Twenty: most make about a thousand calls, three have threads, and the logs of some take several leaves of the index.
const std::vector<std::string> kPrograms{
    "bench/larger/bank.cpp",          "bench/larger/calculator.cpp",     "bench/larger/calendar.cpp",
    "bench/larger/edit_distance.cpp", "bench/larger/json.cpp",           "bench/larger/life.cpp",
    "bench/larger/linear_system.cpp", "bench/larger/lru_cache.cpp",      "bench/larger/mergesort_lists.cpp",
    "bench/larger/primes.c",          "bench/larger/quicksort.cpp",      "bench/larger/ring_buffer.cpp",
    "bench/larger/routes.cpp",        "bench/larger/scheduler.cpp",      "bench/larger/text_statistics.c",
    "bench/larger/two_threads.cpp",   "tests/programs/thread_state.cpp", "tests/programs/threads.cpp",
    "tests/programs/exceptions.cpp",  "bench/programs/objects.cpp"};

class FootprintLaw : public testing::Test {
 protected:
  FootprintLaw() : folder_(fs::temp_directory_path() / fmt::format("culprit_footprint.{}", ::getpid())) {
    fs::create_directories(folder_);
  }
  ~FootprintLaw() override { fs::remove_all(folder_); }

  trace::Trace record(const std::string& program) {
    const fs::path source = fs::path(CULPRIT_SOURCE_DIR) / program;
    const bool is_c = source.extension() == ".c";
    const fs::path compiler = fs::path(CULPRIT_PROGRAM).parent_path() / (is_c ? "culprit-cc" : "culprit-c++");
    const Finished compiled = run_program({"/usr/bin/env", compiler, is_c ? "-std=gnu11" : "-std=c++20", "-w",
                                           "-pthread", source, "-o", "program"},
                                          {}, folder_);
    EXPECT_EQ(compiled.code, 0) << program << compiled.err;
    fs::remove(folder_ / "trace");
    fs::remove(state::index_path(folder_ / "trace"));
    run_program(
        {"/usr/bin/env", "CULPRIT_READS=1", "CULPRIT_TRACE=" + (folder_ / "trace").string(), "./program"}, {},
        folder_);
    return std::move(*trace::Trace::open(folder_ / "trace"));
  }
  fs::path folder_;
};

struct Compared {
  int nodes = 0, passes = 0, with_threads = 0, with_reads = 0, too_much = 0;
};

/// How bytes that should be the same differ; empty if they do not.
std::string difference(const std::vector<WrittenRow>& rows, const std::unordered_set<std::uint64_t>& expected,
                       bool may_be_more) {
  std::size_t found = 0;
  for (const WrittenRow& row : rows)
    for (unsigned i = 0; i < state::kGranuleBytes; ++i) {
      if ((row.mask >> i & 1) == 0) continue;
      const Address byte = row.granule * state::kGranuleBytes + i;
      if (!expected.contains(byte) && !may_be_more) return fmt::format("{:x} is too much", byte);
      found += expected.contains(byte) ? 1 : 0;
    }
  return found == expected.size()
             ? ""
             : fmt::format("{} of {} are missing", expected.size() - found, expected.size());
}

void compare(const std::string& program, const trace::Trace& trace, Compared& compared) {
  const tree::Tree tree = std::move(*tree::read_tree(trace));
  const state::Index index = std::move(*state::Index::open(trace, tree));
  const state::Written written(trace, tree, index);
  const BytesOfNodes truth(trace);
  std::mt19937 random(7);
  for (int i = 0; i < kNodesOfATrace; ++i) {
    NodeId node{static_cast<std::uint32_t>(random() % tree.size())};
    // Some large ones are among them, and some that started a thread.
    if (i % 4 == 0 && trace.streams().size() > 1)
      node = NodeId{index.stream_nodes(1 + random() % (trace.streams().size() - 1)).front()};
    if (i % 4 == 0)
      for (auto up = random() % 8 + 1; up > 0 && tree.parent(node) != kNoNode; --up) node = tree.parent(node);
    if (tree.enter(node) == kNoMoment) node = NodeId{node.value() + 1};
    const NodeRef ref = tree.names().ref(node);
    SCOPED_TRACE(
        fmt::format("{}, node {}:{} {}", program, ref.stream.value(), ref.ordinal, tree.function(node).name));
    const state::Footprint footprint = written.of(node, node);
    const NodeBytes bytes = truth.of(ref);
    EXPECT_EQ(difference(footprint.written.granules, bytes.written, false), "") << "written";
    EXPECT_EQ(difference(footprint.read, bytes.read, footprint.is_too_much), "") << "read";
    ++compared.nodes;
    compared.passes += truth.is_pass(ref);
    compared.with_threads += !truth.threads_of(ref).empty();
    compared.with_reads += !bytes.read.empty();
    compared.too_much += footprint.is_too_much;
  }
}

TEST_F(FootprintLaw, EqualsBruteForceOnRealRecordings) {
  Compared compared;
  for (const std::string& program : kPrograms) {
    const trace::Trace trace = record(program);

    ASSERT_TRUE(std::ranges::count(trace.tables().options, "reads=yes") == 1) << program;
    compare(program, trace, compared);
  }
  EXPECT_EQ(compared.nodes, 2000);
  EXPECT_GT(compared.passes, 200);
  EXPECT_GT(compared.with_threads, 20);
  EXPECT_GT(compared.with_reads, 1500);
  EXPECT_LT(compared.too_much, 20);
}

}  // namespace
}  // namespace culprit::test
