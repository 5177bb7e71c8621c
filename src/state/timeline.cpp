#include "src/state/timeline.h"

#include <algorithm>

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

std::size_t Timeline::entered(std::size_t stream, Moment moment) const {
  std::size_t low = 0, high = nodes_in(stream);
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const Moment enter = tree_.enter(NodeId{node_at(stream, middle)});
    // A root that no event opened has no moment: it was there before all others.
    if (enter == kNoMoment || enter <= moment)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

NodeId Timeline::innermost_in(std::size_t stream, Moment moment) const {
  const std::size_t count = entered(stream, moment);
  if (count == 0) return kNoNode;
  return climb(NodeId{node_at(stream, count - 1)}, [&](NodeId n) { return tree_.leave(n) >= moment; });
}

NodeId Timeline::innermost(Moment moment) const {
  return innermost_in(stream_row(moment), moment);
}

NodeId Timeline::call_of(NodeId node) const {
  if (node == kNoNode || !tree_.is_iteration(node)) return node;
  return NodeId{static_cast<std::uint32_t>(index_.frames()[node.value()] >> 32)};
}

std::uint64_t Timeline::pass_of(NodeId node) const {
  return tree_.is_iteration(node) ? index_.frames()[node.value()] & 0xffffffffu : 0;
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

NodeId Timeline::owner(std::size_t stack, Address byte, Moment moment) const {
  const std::size_t count = entered(stack, moment);
  if (count < nodes_in(stack)) {
    const NodeId next{node_at(stack, count)};
    const bool is_call = !tree_.is_iteration(next) && tree_.enter(next) != kNoMoment;
    if (is_call && birth(next) < moment && frame(next) != kNoFrame && byte < frame(next)) return next;
  }
  const NodeId inside = innermost_in(stack, moment);
  if (inside == kNoNode) return kNoNode;
  const NodeId call = climb(inside, [&](NodeId n) {
    const NodeId c = call_of(n);
    return c == kNoNode || frame(c) > byte;
  });
  const NodeId found = call_of(call);
  return found == kNoNode || frame(found) == kNoFrame ? kNoNode : found;
}

}  // namespace culprit::state
