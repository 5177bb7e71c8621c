#pragma once

#include <memory>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/trace.h"
#include "src/tree/names.h"
#include "src/tree/tree.h"

namespace culprit::tree {

/// What ran after what. Preorder is the order of one thread only: the calls of a thread stand where it was started, or
/// behind what it outlived, whenever they ran.
class EventOrder {
 public:
  virtual ~EventOrder() = default;
  /// The nodes in the subtree of `root` that were certainly entered when `n` was or later: a few ranges, ascending, not
  /// touching, none empty, each a union of whole subtrees. They hold all of n's own thread from n on, and of each other
  /// thread what its sequence numbers put behind n; what could have come before n is not among them.
  virtual std::vector<RowRange> after(NodeId n, NodeId root) const = 0;
};

/// For trees that have no moments, and those of one thread. Cost: O(1).
class PreorderEvents final : public EventOrder {
 public:
  explicit PreorderEvents(const Tree& tree) : tree_(tree) {}
  std::vector<RowRange> after(NodeId n, NodeId root) const override;

 private:
  const Tree& tree_;
};

/// For trees that were read from this trace. Cost: O(threads * (threads + log nodes)).
class TraceEvents final : public EventOrder {
 public:
  TraceEvents(const Tree& tree, const trace::Trace& trace) : tree_(tree), trace_(trace) {}
  std::vector<RowRange> after(NodeId n, NodeId root) const override;

 private:
  void add_own(RowRange range, std::vector<RowRange>& ranges) const;
  RowRange after_in(const Names::Extent& other, NodeId n) const;

  const Tree& tree_;
  const trace::Trace& trace_;
};

/// The one that fits; `trace` may be null. Both must outlive it.
std::unique_ptr<EventOrder> event_order(const Tree& tree, const trace::Trace* trace);

}  // namespace culprit::tree
