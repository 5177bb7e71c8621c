#include "src/tree/event_order.h"

#include <algorithm>

namespace culprit::tree {
namespace {

/// Rows of a subtree and of a range that ends with whole subtrees: again whole subtrees.
RowRange within(const Tree& tree, NodeId root, RowRange range) {
  return {std::max(range.first, root), std::min(range.last, tree.end(root))};
}

/// Sorts them and joins those that overlap or touch.
std::vector<RowRange> joined(std::vector<RowRange> ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::vector<RowRange> result;
  for (const RowRange& range : ranges) {
    if (range.is_empty()) continue;
    if (!result.empty() && range.first <= result.back().last) {
      result.back().last = std::max(result.back().last, range.last);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

}  // namespace

std::vector<RowRange> PreorderEvents::after(NodeId n, NodeId root) const {
  return joined({within(tree_, root, {n, NodeId{tree_.size()}})});
}

/// The rows of a range but for threads that it did not start: a thread that outlived the node in which it was started stands behind that
/// node, whenever it ran. What is left are whole subtrees again. O(threads).
void TraceEvents::add_own(RowRange range, std::vector<RowRange>& ranges) const {
  std::vector<RowRange> others;
  for (const Names::Extent& extent : tree_.names().extents()) {
    const NodeId first = extent.rows.first;
    if (range.first < first && first < range.last && tree_.parent(first) < range.first)
      others.push_back(extent.rows);
  }
  std::sort(others.begin(), others.end());
  for (const RowRange& other : others) {
    ranges.push_back({range.first, std::max(range.first, other.first)});
    range.first = std::max(range.first, other.last);
  }
  ranges.push_back(range);
}

/// What a thread entered when it certainly was behind a node.
RowRange TraceEvents::after_in(const Names::Extent& other, NodeId n) const {
  const Moment settled = trace_.settled_after(tree_.enter(n), other.stream);
  if (settled == kNoMoment) return {};
  NodeId first = tree_.names().first(
      other.stream, [&](NodeId m) { return tree_.enter(m).position() >= settled.position(); });
  if (first == kNoNode) return {};
  // A lost call was entered somewhere in the gap; its moment is that of the gap's end.
  while (first < other.rows.last && tree_.function(first).kind == FunctionKind::kLost)
    first = NodeId{first.value() + 1};
  return {first, other.rows.last};
}

std::vector<RowRange> TraceEvents::after(NodeId n, NodeId root) const {
  const NodeRef name = tree_.names().ref(n);
  if (name == kRootRef) return {{root, tree_.end(root)}};
  std::vector<RowRange> ranges;
  for (const Names::Extent& extent : tree_.names().extents()) {
    const RowRange range = extent.stream == name.stream ? RowRange{n, extent.rows.last} : after_in(extent, n);
    if (!range.is_empty()) add_own(range, ranges);
  }
  for (RowRange& range : ranges) range = within(tree_, root, range);
  return joined(std::move(ranges));
}

std::unique_ptr<EventOrder> event_order(const Tree& tree, const trace::Trace* trace) {
  if (trace && tree.has_moments() && trace->streams().size() > 1)
    return std::make_unique<TraceEvents>(tree, *trace);
  return std::make_unique<PreorderEvents>(tree);
}

}  // namespace culprit::tree
