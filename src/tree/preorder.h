#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "src/base/check.h"
#include "src/base/shared_column.h"

namespace culprit::tree {

/// The shape of a tree as two columns. Rows are in preorder (call order), so parent(i) < i, the subtree of i is
/// [i, end(i)), the first child of i is i + 1 (if that is < end(i)) and the next sibling of c is end(c) (if that is
/// < end(parent)). Immutable. Columns are shared: a copy copies no row. Access by an id is checked, so that an id of
/// another tree cannot read past the columns.
template <class RowId>
class Preorder {
 public:
  std::uint32_t size() const { return size_; }
  RowId root() const { return RowId{0}; }
  /// The greatest id there is ("none") for the root.
  RowId parent(RowId n) const { return RowId{parents_[checked(n)]}; }
  RowId end(RowId n) const { return RowId{ends_[checked(n)]}; }
  std::uint32_t subtree_size(RowId n) const { return ends_[checked(n)] - n.value(); }
  bool is_leaf(RowId n) const { return ends_[checked(n)] == n.value() + 1; }
  bool contains(RowId ancestor, RowId n) const { return ancestor <= n && n < end(ancestor); }

  /// Gives back the memory of the rows before this one, which must not be asked for again, unless a copy shares it.
  void forget_before(RowId n) {
    parent_.forget_before(checked(n));
    end_.forget_before(checked(n));
  }

  const std::uint32_t* parents() const { return parents_; }
  const std::uint32_t* ends() const { return ends_; }

 protected:
  using Words = SharedColumn<std::uint32_t>;

  Preorder() = default;
  /// Precondition: both have the same number of rows.
  Preorder(Words parents, Words ends) : parent_(std::move(parents)), end_(std::move(ends)) {
    CULPRIT_CHECK(parent_.size() == end_.size());
    parents_ = parent_.data();
    ends_ = end_.data();
    size_ = static_cast<std::uint32_t>(parent_.size());
  }
  std::size_t checked(RowId n) const {
    CULPRIT_CHECK(n.value() < size_);
    return n.value();
  }

  Words parent_;
  Words end_;

 private:
  const std::uint32_t* parents_ = nullptr;
  const std::uint32_t* ends_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace culprit::tree
