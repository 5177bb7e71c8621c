#include "src/state/timeline.h"

#include <algorithm>

#include "src/state/search.h"

namespace culprit::state {
namespace {

/// How far below the lowest frame of a stack the locals of its last call may reach.
constexpr std::uint64_t kFrameReach = 1 << 20;

}  // namespace

template <class Holds>
NodeId Timeline::climb(NodeId node, Holds holds) const {
  while (!holds(node)) {
    if (node == tree_.root()) return kNoNode;
    const NodeId far{index_.jumps()[node.value()]};
    node = holds(far) ? tree_.parent(node) : far;
  }
  return node;
}

std::size_t Timeline::stream_row(StreamId stream) const {
  if (is_single_) return 0;
  const auto& streams = trace_.streams();
  const auto at = std::lower_bound(streams.begin(), streams.end(), stream,
                                   [](const trace::StreamInfo& s, StreamId wanted) { return s.id < wanted; });
  return static_cast<std::size_t>(at - streams.begin());
}

std::uint32_t Timeline::node_at(std::size_t stream, std::size_t i) const {
  return is_single_ ? static_cast<std::uint32_t>(i) : index_.stream_nodes(stream)[i];
}

std::size_t Timeline::nodes_in(std::size_t stream) const {
  return is_single_ ? tree_.size() : index_.stream_nodes(stream).size();
}

Timeline::Time Timeline::time_in(std::size_t stream, Rank rank) const {
  // Only calls that did not finish are left there.
  constexpr std::uint64_t kEnd = kNoMoment.position();
  if (rank == kNoRank) return {rank, kEnd, kEnd};
  if (is_single_) return {rank, rank.value(), rank.value() + 1};
  return {rank, trace_.position_from(stream, rank), trace_.position_from(stream, Rank{rank.value() + 1})};
}

std::size_t Timeline::entered(std::size_t stream, const Time& time, std::size_t low, std::size_t high) const {
  if (time.rank == kNoRank) return high;
  return search_even(low, high, time.behind,
                     [&](std::size_t i) { return tree_.enter(NodeId{node_at(stream, i)}).position(); });
}

NodeId Timeline::innermost_in(std::size_t stream, const Time& time, std::size_t count) const {
  if (count == 0) return kNoNode;
  const NodeId last{node_at(stream, count - 1)};
  // A call that did not finish has the greatest position.
  if (is_single_) return climb(last, [&](NodeId n) { return tree_.leave(n).position() >= time.from; });
  return innermost_of_several(last, time.rank);
}

/// A thread may go on when the call that started it has ended: so what is open is nested within each thread only, and they are
/// searched one after another, up the tree.
NodeId Timeline::innermost_of_several(NodeId node, Rank rank) const {
  for (;;) {
    const StreamId id = tree_.enter(node).stream();
    const std::uint64_t from = time_in(stream_row(id), rank).from;
    node = climb(node, [&](NodeId n) {
      const Moment leave = tree_.leave(n);
      if (tree_.enter(n).stream() != id || leave == kNoMoment) return true;
      // A common root ends with the last of its threads.
      return leave.stream() == id ? leave.position() >= from : trace_.order(leave) >= rank;
    });
    if (node == kNoNode || tree_.enter(node).stream() == id) return node;
  }
}

NodeId Timeline::innermost(Moment moment) const {
  const std::size_t stream = stream_row(moment.stream());
  const Time time{trace_.order(moment), moment.position(), moment.position() + 1};
  return innermost_in(stream, time, entered(stream, time, 0, nodes_in(stream)));
}

NodeId Timeline::call_of(NodeId node) const {
  if (node == kNoNode || !tree_.is_iteration(node)) return node;
  return NodeId{static_cast<std::uint32_t>(index_.frames()[node.value()] >> 32)};
}

std::uint64_t Timeline::pass_of(NodeId node) const {
  return tree_.is_iteration(node) ? index_.frames()[node.value()] & 0xffffffffu : 0;
}

bool Timeline::is_same_loop(NodeId a, NodeId b) const {
  return tree_.function_id(a) == tree_.function_id(b) && call_of(a) == call_of(b);
}

NodeId Timeline::last_pass(NodeId iteration) const {
  // Pass k + 1 is the last child of pass k, so the subtree's last node lies in the last pass, and every node between two
  // passes is one.
  return climb(NodeId{tree_.end(iteration).value() - 1}, [&](NodeId n) {
    return n <= iteration || (tree_.is_iteration(n) && is_same_loop(n, iteration));
  });
}

NodeId Timeline::pass(NodeId iteration, std::uint64_t number) const {
  // Every node from here up to the last pass lies in a pass; those above it on the way are passes.
  const NodeId found = climb(NodeId{tree_.end(iteration).value() - 1}, [&](NodeId n) {
    const bool is_pass = tree_.is_iteration(n) && is_same_loop(n, iteration);
    return is_pass ? pass_of(n) <= number : n <= iteration;
  });
  const bool is_pass = found != kNoNode && tree_.is_iteration(found) && is_same_loop(found, iteration);
  return is_pass && pass_of(found) == number ? found : kNoNode;
}

Moment Timeline::loop_began(NodeId iteration) const {
  if (!tree_.is_iteration(iteration)) return kNoMoment;
  // Of a pass too far from its loop's beginning to say so, an earlier one of the same loop knows.
  const auto is_same_loop = [&](NodeId n) { return this->is_same_loop(n, iteration); };
  const NodeId known =
      climb(iteration, [&](NodeId n) { return !is_same_loop(n) || index_.births()[n.value()] != kFarBirth; });
  if (known == kNoNode || !is_same_loop(known)) return kNoMoment;
  const Moment enter = tree_.enter(known);
  return {enter.stream(), enter.position() - index_.births()[known.value()]};
}

std::size_t Timeline::stack_of(Address address) const {
  const auto stacks = index_.stacks();
  std::size_t best = kNoStack;
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    if (stacks[i].lowest > stacks[i].highest || address >= stacks[i].highest) continue;
    if (address + kFrameReach < stacks[i].lowest) continue;
    // Stacks of threads may lie so close that the reach of one meets the next: the nearest above owns the
    // byte.
    if (best == kNoStack || stacks[i].highest < stacks[best].highest) best = i;
  }
  return best;
}

Timeline::Instant Timeline::instant(std::size_t stack, Rank rank) const {
  const Time time = time_in(stack, rank);
  const std::size_t count = entered(stack, time, 0, nodes_in(stack));
  return {rank, innermost_in(stack, time, count), count};
}

Timeline::Instant Timeline::instant_before(std::size_t stack, Rank rank, const Instant& later,
                                           NodeId owner) const {
  // With one stream a node's place among the entered ones is its own number.
  const std::size_t low = owner == kNoNode || !is_single_ ? 0 : owner.value();
  const Time time = time_in(stack, rank);
  const std::size_t count = entered(stack, time, low, std::max(low, later.count));
  return {rank, innermost_in(stack, time, count), count};
}

NodeId Timeline::owner(const Instant& instant, Address byte) const {
  if (instant.innermost == kNoNode) return kNoNode;
  const NodeId node = climb(instant.innermost, [&](NodeId n) {
    const NodeId call = call_of(n);
    return call == kNoNode || frame(call) > byte;
  });
  const NodeId found = call_of(node);
  return found == kNoNode || frame(found) == kNoFrame ? kNoNode : found;
}

}  // namespace culprit::state
