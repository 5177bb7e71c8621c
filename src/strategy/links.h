#pragma once

#include <cstdint>
#include <vector>

#include "src/base/ids.h"

namespace culprit::strategy {

/// A tree whose nodes can be added and taken out one by one: siblings in a doubly linked list, in the order
/// in which they were added. Every operation is O(1).
class Links {
 public:
  /// A new last child of `parent` (kNoSearchId: a root). Ids count from 0.
  SearchId append(SearchId parent) {
    const SearchId node{static_cast<std::uint32_t>(rows_.size())};
    rows_.push_back({parent, kNoSearchId, kNoSearchId, kNoSearchId, kNoSearchId});
    if (parent == kNoSearchId) return node;
    Row& above = row(parent);
    row(node).previous = above.last;
    (above.last == kNoSearchId ? above.first : row(above.last).next) = node;
    above.last = node;
    return node;
  }
  /// Takes the node out from among its siblings; what hangs below it stays with it.
  void unlink(SearchId node) {
    Row& taken = row(node);
    if (taken.parent == kNoSearchId) return;
    Row& above = row(taken.parent);
    (taken.previous == kNoSearchId ? above.first : row(taken.previous).next) = taken.next;
    (taken.next == kNoSearchId ? above.last : row(taken.next).previous) = taken.previous;
    taken.parent = taken.previous = taken.next = kNoSearchId;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
  SearchId parent(SearchId node) const { return row(node).parent; }
  SearchId first_child(SearchId node) const { return row(node).first; }
  SearchId last_child(SearchId node) const { return row(node).last; }
  SearchId next_sibling(SearchId node) const { return row(node).next; }

 private:
  struct Row {
    SearchId parent;
    SearchId first;
    SearchId last;
    SearchId previous;
    SearchId next;
  };
  Row& row(SearchId node) { return rows_[node.value()]; }
  const Row& row(SearchId node) const { return rows_[node.value()]; }
  std::vector<Row> rows_;
};

}  // namespace culprit::strategy
