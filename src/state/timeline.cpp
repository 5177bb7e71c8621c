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

std::size_t Timeline::stream_row(Moment moment) const {
  const auto& streams = trace_.streams();
  if (streams.size() < 2) return 0;
  const StreamId id = trace_.stream_at(moment);
  const auto at = std::lower_bound(streams.begin(), streams.end(), id,
                                   [](const trace::StreamInfo& s, StreamId wanted) { return s.id < wanted; });
  return static_cast<std::size_t>(at - streams.begin());
}

std::uint32_t Timeline::node_at(std::size_t stream, std::size_t i) const {
  return trace_.streams().size() < 2 ? static_cast<std::uint32_t>(i) : index_.stream_nodes(stream)[i];
}

std::size_t Timeline::nodes_in(std::size_t stream) const {
  return trace_.streams().size() < 2 ? tree_.size() : index_.stream_nodes(stream).size();
}

std::size_t Timeline::entered(std::size_t stream, Moment moment, std::size_t low, std::size_t high) const {
  if (moment == kNoMoment) return high;
  return search_even(low, high, moment.value() + 1,
                     [&](std::size_t i) { return tree_.enter(NodeId{node_at(stream, i)}).value(); });
}

NodeId Timeline::innermost_in(std::size_t stream, Moment moment, std::size_t count) const {
  if (count == 0) return kNoNode;
  return climb(NodeId{node_at(stream, count - 1)}, [&](NodeId n) { return tree_.leave(n) >= moment; });
}

NodeId Timeline::innermost(Moment moment) const {
  const std::size_t stream = stream_row(moment);
  return innermost_in(stream, moment, entered(stream, moment));
}

NodeId Timeline::call_of(NodeId node) const {
  if (node == kNoNode || !tree_.is_iteration(node)) return node;
  return NodeId{static_cast<std::uint32_t>(index_.frames()[node.value()] >> 32)};
}

std::uint64_t Timeline::pass_of(NodeId node) const {
  return tree_.is_iteration(node) ? index_.frames()[node.value()] & 0xffffffffu : 0;
}

Moment Timeline::loop_began(NodeId iteration) const {
  if (!tree_.is_iteration(iteration)) return kNoMoment;
  // Of a pass too far from its loop's beginning to say so, an earlier one of the same loop knows.
  const auto is_same_loop = [&](NodeId n) {
    return tree_.function_id(n) == tree_.function_id(iteration) && call_of(n) == call_of(iteration);
  };
  const NodeId known =
      climb(iteration, [&](NodeId n) { return !is_same_loop(n) || index_.births()[n.value()] != kFarBirth; });
  if (known == kNoNode || !is_same_loop(known)) return kNoMoment;
  return Moment{tree_.enter(known).value() - index_.births()[known.value()]};
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

Timeline::Instant Timeline::instant(std::size_t stack, Moment moment) const {
  return make_instant(stack, moment, entered(stack, moment));
}

Timeline::Instant Timeline::instant_before(std::size_t stack, Moment moment, const Instant& later,
                                           NodeId owner) const {
  // With one stream a node's place among the entered ones is its own number.
  const std::size_t low = owner == kNoNode || trace_.streams().size() > 1 ? 0 : owner.value();
  return make_instant(stack, moment, entered(stack, moment, low, std::max(low, later.count)));
}

Timeline::Instant Timeline::make_instant(std::size_t stack, Moment moment, std::size_t count) const {
  return {moment, innermost_in(stack, moment, count), count};
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
