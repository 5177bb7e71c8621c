#pragma once

#include <cstdint>

#include "src/base/ids.h"
#include "src/state/index.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// Which calls were open when, and which of them owned a byte of a stack. All answers in O(log n), however
/// deep the tree.
class Timeline {
 public:
  Timeline(const trace::Trace& trace, const tree::Tree& tree, const Index& index)
      : trace_(trace), tree_(tree), index_(index), is_single_(trace.streams().size() < 2) {}

  /// The innermost node of the moment's stream that was entered at or before it and not left before it.
  NodeId innermost(Moment moment) const;
  /// The node's own call: itself, or the call an iteration belongs to; kNoNode if there is none.
  NodeId call_of(NodeId node) const;
  /// Which pass of its loop an iteration is, from 1; 0 for other nodes. O(1).
  std::uint64_t pass_of(NodeId node) const;
  /// The last pass of the loop that an iteration is a pass of.
  NodeId last_pass(NodeId iteration) const;
  /// Another pass of it, by its number from 1; kNoNode if it made fewer.
  NodeId pass(NodeId iteration, std::uint64_t number) const;

  /// Where the loop of an iteration began; kNoMoment if that is not known.
  Moment loop_began(NodeId iteration) const;

  /// Whose stack a byte may lie on: the row of a stream, or kNoStack.
  static constexpr std::size_t kNoStack = ~std::size_t{0};
  std::size_t stack_of(Address address) const;
  /// What was open on a stack at a rank, to be asked about several bytes.
  struct Instant {
    Rank rank;
    NodeId innermost;
    std::size_t count;  ///< nodes of the stream that were entered until then
  };
  Instant instant(std::size_t stack, Rank rank) const;
  /// The same for a rank before `later` that is not before the birth of `owner`, which was open at `later`:
  /// most writes were made shortly before, and need not be looked for among all nodes.
  Instant instant_before(std::size_t stack, Rank rank, const Instant& later, NodeId owner) const;
  /// The call in whose frame the byte lay; kNoNode if in none.
  NodeId owner(const Instant& instant, Address byte) const;
  /// A frame begins when its call is entered: what was written there before is not its own.
  Rank birth(NodeId call) const {
    return is_single_ ? Rank{tree_.enter(call).position()} : trace_.order(tree_.enter(call));
  }
  std::uint64_t frame(NodeId call) const { return index_.frames()[call.value()]; }

  const tree::Tree& tree() const { return tree_; }
  const trace::Trace& trace() const { return trace_; }

 private:
  std::size_t stream_row(StreamId stream) const;
  bool is_same_loop(NodeId a, NodeId b) const;
  /// A time as a stream sees it, by its own positions: no node of it needs to be asked for its rank.
  struct Time {
    Rank rank;
    std::uint64_t from;    ///< the stream's first position that is not before it
    std::uint64_t behind;  ///< and the first that is after it
  };
  Time time_in(std::size_t stream, Rank rank) const;
  /// How many nodes of the stream were entered at or before the time, and the i-th of them.
  std::size_t entered(std::size_t stream, const Time& time, std::size_t low, std::size_t high) const;
  std::uint32_t node_at(std::size_t stream, std::size_t i) const;
  std::size_t nodes_in(std::size_t stream) const;
  /// `count` is entered(stream, time).
  NodeId innermost_in(std::size_t stream, const Time& time, std::size_t count) const;
  NodeId innermost_of_several(NodeId node, Rank rank) const;
  /// The nearest of the node and its ancestors for which `holds`, which must hold for all of that one's
  /// ancestors too.
  template <class Holds>
  NodeId climb(NodeId node, Holds holds) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  const Index& index_;
  bool is_single_;  ///< one stream: ranks are positions
};

}  // namespace culprit::state
