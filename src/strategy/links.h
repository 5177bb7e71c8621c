#pragma once

#include <cstdint>
#include <vector>

#include "src/base/ids.h"

namespace culprit::strategy {

/// A tree whose nodes can be added and taken out one by one: siblings in a doubly linked list, in the order
/// in which they were added. Every operation is O(1).
class Links {
 public:
  /// A new last child of `parent` (kNoNode: a root). Ids count from 0.
  NodeId append(NodeId parent) {
    const NodeId node{static_cast<std::uint32_t>(rows_.size())};
    rows_.push_back({parent, kNoNode, kNoNode, kNoNode, kNoNode});
    if (parent == kNoNode) return node;
    Row& above = row(parent);
    row(node).previous = above.last;
    (above.last == kNoNode ? above.first : row(above.last).next) = node;
    above.last = node;
    return node;
  }
  /// Takes the node out from among its siblings; what hangs below it stays with it.
  void unlink(NodeId node) {
    Row& taken = row(node);
    if (taken.parent == kNoNode) return;
    Row& above = row(taken.parent);
    (taken.previous == kNoNode ? above.first : row(taken.previous).next) = taken.next;
    (taken.next == kNoNode ? above.last : row(taken.next).previous) = taken.previous;
    taken.parent = taken.previous = taken.next = kNoNode;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
  NodeId parent(NodeId node) const { return row(node).parent; }
  NodeId first_child(NodeId node) const { return row(node).first; }
  NodeId last_child(NodeId node) const { return row(node).last; }
  NodeId next_sibling(NodeId node) const { return row(node).next; }

 private:
  struct Row {
    NodeId parent;
    NodeId first;
    NodeId last;
    NodeId previous;
    NodeId next;
  };
  Row& row(NodeId node) { return rows_[node.value()]; }
  const Row& row(NodeId node) const { return rows_[node.value()]; }
  std::vector<Row> rows_;
};

}  // namespace culprit::strategy
