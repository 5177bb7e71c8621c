#include "src/state/timeline.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <vector>

#include "src/tree/from_trace.h"
#include "tests/support/threaded_run.h"

namespace culprit::state {
namespace {

using test::ThreadedRun;
using test::TraceMaker;

/// The nodes of a stream that were entered until then, in order; by going through all.
std::vector<NodeId> entered_until(const trace::Trace& trace, const tree::Tree& tree, StreamId stream,
                                  Rank rank) {
  std::vector<NodeId> nodes;
  for (NodeId n{0}; n < NodeId{tree.size()}; n = NodeId{n.value() + 1})
    if (tree.enter(n).stream() == stream && trace.order(tree.enter(n)) <= rank) nodes.push_back(n);
  return nodes;
}

NodeId innermost_of(const trace::Trace& trace, const tree::Tree& tree, const std::vector<NodeId>& entered,
                    Rank rank) {
  NodeId node = entered.empty() ? kNoNode : entered.back();
  while (node != kNoNode && trace.order(tree.leave(node)) < rank) node = tree.parent(node);
  return node;
}

RC_GTEST_PROP(TimelineLaw, SaysWhatWasOpenInEachThread, (const std::vector<std::uint32_t>& choices)) {
  TraceMaker maker(4096);
  ThreadedRun run(maker);
  for (const std::uint32_t choice : choices) run.step(choice);
  const trace::Trace trace = maker.finish();
  const tree::Tree tree = tree::read_tree(trace).value();
  const Index index = Index::open(trace, tree).value();
  std::filesystem::remove(index_path(trace.path()));
  const Timeline timeline(trace, tree, index);
  const auto check = [&](std::size_t row, Rank rank) {
    const Timeline::Instant instant = timeline.instant(row, rank);
    const auto entered = entered_until(trace, tree, trace.streams()[row].id, rank);
    RC_ASSERT(instant.count == entered.size());
    RC_ASSERT(instant.innermost == innermost_of(trace, tree, entered, rank));
    return instant;
  };
  for (const trace::StreamInfo& stream : trace.streams()) {
    trace::Cursor cursor = trace.events(stream.id);
    while (cursor.next()) {
      const Moment moment{stream.id, cursor.event().position};
      for (std::size_t row = 0; row < trace.streams().size(); ++row) {
        const Timeline::Instant instant = check(row, trace.order(moment));
        if (trace.streams()[row].id == stream.id) RC_ASSERT(timeline.innermost(moment) == instant.innermost);
      }
    }
  }
  for (std::size_t row = 0; row < trace.streams().size(); ++row) check(row, kNoRank);
}

}  // namespace
}  // namespace culprit::state
