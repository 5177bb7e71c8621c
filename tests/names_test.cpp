// Names of nodes in what is left of a trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/base/node_ref.h"
#include "src/tree/from_trace.h"
#include "tests/support/change_segment.h"
#include "tests/support/threaded_run.h"

namespace culprit {
namespace {

using test::ThreadedRun;
using test::TraceMaker;

constexpr std::uint32_t kSegment = 4096;

struct Seen {
  std::uint32_t complete =
      0;  ///< calls and passes that ended in what is left, and are called what they are in the whole
  std::uint32_t others = 0;
  std::uint32_t lost = 0;     ///< calls that the reader made up
  std::uint32_t skipped = 0;  ///< nodes whose name does not follow that of another
};

using Moments = std::unordered_map<std::uint32_t, Moment>;  ///< of enters, by the nodes' numbers

/// Every node of the trace is called what it was in the run, and no two the same; and it has the moment that it had
/// before.
Seen check_names(const std::string& path, const ThreadedRun& run, Moments& moments) {
  Seen seen;
  const Result<trace::Trace> trace = trace::Trace::open(path);
  if (!trace) return seen;
  const Result<tree::Tree> tree = tree::read_tree(*trace);
  if (!tree) return seen;
  for (NodeId n{0}; n < NodeId{tree->size()}; n = NodeId{n.value() + 1}) {
    const NodeRef name = tree->names().ref(n);
    EXPECT_EQ(tree->names().node(name), n);
    if (name == kRootRef) continue;
    if (name.ordinal > 0 && tree->names().node({name.stream, name.ordinal - 1}) == kNoNode) ++seen.skipped;
    if (tree->function(n).kind == tree::FunctionKind::kLost) {
      ++seen.lost;
      continue;
    }
    const std::uint32_t number = ThreadedRun::number_at(*trace, tree->enter(n));
    EXPECT_EQ(name, run.nodes().at(number).ref) << "row " << n.value();
    EXPECT_EQ(tree->enter(n), moments.try_emplace(number, tree->enter(n)).first->second);
    ++(tree->leave(n) == kNoMoment ? seen.others : seen.complete);
  }
  return seen;
}

void expect_names_in_every_cut(const std::string& path, const ThreadedRun& run, std::uint32_t seed) {
  const std::uintmax_t whole = std::filesystem::file_size(path);
  std::mt19937_64 random(seed);
  std::vector<std::uintmax_t> sizes(200);
  for (std::uintmax_t& size : sizes) size = random() % whole;
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  Moments moments;
  check_names(path, run, moments);
  Seen seen;
  for (const std::uintmax_t size : sizes) {
    SCOPED_TRACE(size);
    std::filesystem::resize_file(path, size);
    const Seen more = check_names(path, run, moments);
    seen.complete += more.complete;
    seen.lost += more.lost;
    seen.skipped += more.skipped;
  }
  // So that this can fail.
  EXPECT_GT(seen.complete, 100'000u);
  EXPECT_GT(seen.lost, 100u);
  EXPECT_GT(seen.skipped, 100u);
}

TEST(NamesOfARun, AreThoseOfTheWholeWhereverItIsCut) {
  TraceMaker maker(kSegment);
  ThreadedRun run(maker);
  run.steps(20'000, 1);
  maker.close();
  Moments moments;
  const Seen whole = check_names(maker.path(), run, moments);
  EXPECT_EQ(whole.complete + whole.others, run.nodes().size());
  expect_names_in_every_cut(maker.path(), run, 2);
}

TEST(NamesOfARun, AreThoseOfTheWholeWhereverAKilledOneIsCut) {
  TraceMaker maker(kSegment);
  ThreadedRun run(maker);
  run.steps(20'000, 3);
  maker.kill();
  expect_names_in_every_cut(maker.path(), run, 4);
}

TEST(NamesOfARun, AreThoseOfTheWholeWhicheverSegmentIsLost) {
  for (std::uint32_t stream = 1; stream <= ThreadedRun::kMostThreads; ++stream) {
    TraceMaker maker(kSegment);
    ThreadedRun run(maker);
    run.steps(4'000, 5 + stream);
    maker.close();
    test::lose_segment(maker.path(), kSegment, StreamId{stream}, 1);
    Moments moments;
    const Seen first = check_names(maker.path(), run, moments);
    test::lose_segment(maker.path(), kSegment, StreamId{stream}, 0);
    const Seen second = check_names(maker.path(), run, moments);
    EXPECT_GT(first.skipped, 0u);
    EXPECT_LT(first.complete + first.others, run.nodes().size());
    EXPECT_LT(second.complete + second.others, first.complete + first.others);
  }
}

/// main calls f, whose enter is lost, and that calls g; in g's segment so many nodes are said to come before it, plus 1.
std::string names_after_a_gap(std::uint64_t nodes) {
  TraceMaker maker(kSegment);
  const FunctionId f = maker.function("f");
  for (int i = 0; i < 3; ++i) {
    maker.enter(f);
    for (int k = 0; k < 4; ++k) maker.output(std::string(1000, 'x'));
  }
  maker.close();
  test::lose_segment(maker.path(), kSegment, StreamId{1}, 1);
  test::change_segment(maker.path(), kSegment, StreamId{1}, 2,
                       [&](culprit_segment_header& header) { header.nodes = nodes; });
  const trace::Trace trace = trace::Trace::open(maker.path()).value();
  const tree::Tree tree = tree::read_tree(trace).value();
  std::string names;
  for (std::uint32_t n = 0; n < tree.size(); ++n) names += to_text(tree.names().ref(NodeId{n})) + ' ';
  return names;
}

TEST(NamesOfARun, CountOnWhereTheCountIsMissingOrCannotBeRight) {
  EXPECT_EQ(names_after_a_gap(10), "0 8 9 ") << "the lost call takes the last name of the gap";
  EXPECT_EQ(names_after_a_gap(3), "0 1 2 ");
  EXPECT_EQ(names_after_a_gap(0), "0 1 2 ") << "written by an older recorder";
  EXPECT_EQ(names_after_a_gap(2), "0 1 2 ") << "main and the lost call are two";
  EXPECT_EQ(names_after_a_gap(1'000'000), "0 1 2 ") << "more than two segments hold";
  EXPECT_EQ(names_after_a_gap(~std::uint64_t{0}), "0 1 2 ");
}

}  // namespace
}  // namespace culprit
