#include "src/tree/names.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "src/tree/from_trace.h"
#include "src/tree/text.h"
#include "tests/support/threaded_run.h"

namespace culprit::tree {
namespace {

using test::ThreadedRun;
using test::TraceMaker;

constexpr NodeRef ref(std::uint32_t stream, std::uint32_t ordinal) {
  return {StreamId{stream}, ordinal};
}

TEST(Names, CountTheRowsOfATreeFromText) {
  const Tree tree = read_text("main\n  f\n  g\n").value();
  for (std::uint32_t row = 0; row < tree.size(); ++row) {
    EXPECT_EQ(tree.names().ref(NodeId{row}), ref(1, row));
    EXPECT_EQ(tree.names().node(ref(1, row)), NodeId{row});
  }
  EXPECT_EQ(tree.names().node(ref(1, 3)), kNoNode);
  EXPECT_EQ(tree.names().node(ref(2, 0)), kNoNode);
  EXPECT_EQ(tree.names().node(kRootRef), kNoNode);
  EXPECT_EQ(tree.names().extent(StreamId{1}), (RowRange{NodeId{0}, NodeId{3}}));
}

TEST(Names, CallACommonRootByANameOfItsOwn) {
  TreeBuilder builder;
  const FunctionId f = builder.add_function({});
  builder.open(f);
  builder.close();
  builder.open(f);
  const Tree tree = builder.finish();
  EXPECT_EQ(tree.names().ref(NodeId{0}), kRootRef);
  EXPECT_EQ(tree.names().node(kRootRef), NodeId{0});
  EXPECT_EQ(tree.names().ref(NodeId{1}), ref(1, 0));
  EXPECT_EQ(tree.names().node(ref(1, 1)), NodeId{2});
  EXPECT_EQ(tree.names().extent(StreamId{1}), (RowRange{NodeId{1}, NodeId{3}}));
}

TEST(Names, CountOnBehindAThreadThatWasStarted) {
  NamesBuilder builder;
  builder.begin(StreamId{1}, 0);
  builder.begin(StreamId{3}, 2);
  builder.begin(StreamId{4}, 3);
  builder.end(4);
  builder.end(5);
  builder.begin(StreamId{2}, 5);
  builder.end(5);
  builder.end(7);
  const Names names = builder.finish(7, false);
  const NodeRef expected[] = {ref(1, 0), ref(1, 1), ref(3, 0), ref(4, 0), ref(3, 1), ref(1, 2), ref(1, 3)};
  for (std::uint32_t row = 0; row < 7; ++row) {
    EXPECT_EQ(names.ref(NodeId{row}), expected[row]);
    EXPECT_EQ(names.node(expected[row]), NodeId{row});
  }
  EXPECT_EQ(names.pieces(), 5u) << "a thread without nodes takes no room";
  EXPECT_EQ(names.extent(StreamId{3}), (RowRange{NodeId{2}, NodeId{5}}));
  EXPECT_TRUE(names.extent(StreamId{2}).is_empty());
  EXPECT_EQ(names.node(ref(2, 0)), kNoNode);
  EXPECT_EQ(names.node(ref(3, 2)), kNoNode);
}

TEST(Names, LeaveOutThoseOfLostNodes) {
  NamesBuilder builder;
  builder.begin(StreamId{1}, 0);
  builder.skip(2, 10);
  EXPECT_EQ(builder.next(4), 12u);
  const Names names = builder.finish(4, false);
  EXPECT_EQ(names.ref(NodeId{2}), ref(1, 10));
  EXPECT_EQ(names.node(ref(1, 11)), NodeId{3});
  for (const std::uint32_t ordinal : {2u, 9u, 12u}) EXPECT_EQ(names.node(ref(1, ordinal)), kNoNode);
}

TEST(Names, SayWhenTheyHaveRunOut) {
  NamesBuilder builder;
  builder.begin(StreamId{1}, 0);
  builder.skip(0, 0xfffffffe);
  builder.end(2);
  EXPECT_FALSE(builder.is_full());
  builder.begin(StreamId{2}, 2);
  builder.skip(2, 0xfffffffe);
  builder.end(5);
  EXPECT_TRUE(builder.is_full());
}

TEST(Names, FindTheFirstNodeOfAStreamPastAPoint) {
  NamesBuilder builder;
  builder.begin(StreamId{1}, 0);
  builder.begin(StreamId{2}, 3);
  builder.end(6);
  const Names names = builder.finish(9, false);
  const auto first = [&](std::uint32_t stream, std::uint32_t row) {
    return names.first(StreamId{stream}, [&](NodeId n) { return n.value() >= row; });
  };
  const std::uint32_t expected[] = {0, 1, 2, 6, 6, 6, 6, 7, 8};
  for (std::uint32_t row = 0; row < 9; ++row) EXPECT_EQ(first(1, row), NodeId{expected[row]});
  EXPECT_EQ(first(1, 9), kNoNode);
  EXPECT_EQ(first(2, 5), NodeId{5});
  EXPECT_EQ(first(2, 6), kNoNode);
  EXPECT_EQ(first(3, 0), kNoNode);
}

RC_GTEST_PROP(NamesLaw, AreThoseOfTheStreamsRecordsOneANode, (const std::vector<std::uint32_t>& choices)) {
  TraceMaker maker(4096);
  ThreadedRun run(maker);
  for (const std::uint32_t choice : choices) run.step(choice);
  const trace::Trace trace = maker.finish();
  const Tree tree = read_tree(trace).value();
  std::set<NodeRef> seen;
  for (std::uint32_t row = 0; row < tree.size(); ++row) {
    const NodeRef name = tree.names().ref(NodeId{row});
    RC_ASSERT(tree.names().node(name) == NodeId{row});
    RC_ASSERT(seen.insert(name).second);
    if (name == kRootRef) continue;
    RC_ASSERT(run.nodes().at(ThreadedRun::number_at(trace, tree.enter(NodeId{row}))).ref == name);
    const RowRange extent = tree.names().extent(name.stream);
    RC_ASSERT(extent.first <= NodeId{row} && tree.end(NodeId{row}) <= extent.last);
  }
  RC_ASSERT(seen.size() - seen.count(kRootRef) == run.nodes().size());
}

}  // namespace
}  // namespace culprit::tree
