#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/tree/label.h"
#include "src/tree/preorder.h"
#include "src/tree/tree.h"

namespace culprit::transform {
struct Reshaped;
}

namespace culprit::tree {

/// The tree that a session searches: rows that stand for nodes of a subject's tree (their origin), or for chains of them.
/// What is known of a node beside its function is asked of the subject. Copies share all columns.
///
/// Made from a subject's tree as it is, it shares that one's columns and takes no memory of its own; made by a
/// transformation, 12 bytes and a bit a row.
class SearchTree : public Preorder<SearchId> {
 public:
  SearchTree() = default;
  /// Every node stands for itself: any tree can be searched as it is. The tree need not outlive this. O(1).
  SearchTree(const Tree& tree)
      : Preorder(tree.parent_, tree.end_), function_(tree.function_), functions_(tree.functions_) {}

  /// The subject's functions with their ids, and if there are projected chains, behind them one of kind kChain that these
  /// have. A collapsed chain has the function of its calls.
  FunctionId function_id(SearchId n) const {
    const std::size_t row = checked(n);
    if (origin_.empty()) return FunctionId{function_[row]};
    return is_projected(row) ? FunctionId{static_cast<std::uint32_t>(functions_->size() - 1)}
                             : FunctionId{function_[origin_[row]]};
  }
  const Function& function(SearchId n) const { return function(function_id(n)); }
  const Function& function(FunctionId id) const { return functions()[id.value()]; }
  const std::vector<Function>& functions() const { return *functions_; }
  /// See Preorder.
  void forget_before(SearchId n) {
    Preorder::forget_before(n);
    origin_.forget_before(n.value());
  }
  bool is_iteration(SearchId n) const { return function(n).kind == FunctionKind::kLoop; }

 private:
  friend class SearchTreeBuilder;
  friend struct transform::Reshaped;
  using Preorder::Preorder;

  bool is_projected(std::size_t row) const {
    return !projected_.empty() && (projected_[row / 64] >> (row % 64) & 1);
  }
  NodeId origin(SearchId n) const {
    const std::size_t row = checked(n);
    return NodeId{origin_.empty() ? n.value() : origin_[row]};
  }

  Words function_;  ///< of the subject's rows
  Words
      origin_;  ///< row -> row of the subject, of a chain that of its first call; never falls. Empty: the same row
  SharedColumn<std::uint64_t> projected_;  ///< a bit a row; empty: none is
  std::shared_ptr<const std::vector<Function>> functions_;
};

/// Builds a search tree in preorder, from rows of another: open() and close() nest like the calls. O(1) a row.
class SearchTreeBuilder {
 public:
  explicit SearchTreeBuilder(const SearchTree& from) : from_(from) {}
  /// A row that stands for the node that `origin` stands for.
  SearchId open(SearchId origin, bool is_projected = false);
  /// Precondition: a row is open.
  void close() {
    end_[open_.back()] = static_cast<std::uint32_t>(parent_.size());
    open_.pop_back();
  }
  /// Closes what is open. Precondition: there is exactly one row without a parent.
  SearchTree finish();

 private:
  const SearchTree& from_;
  Column<std::uint32_t> parent_;
  Column<std::uint32_t> end_;
  Column<std::uint32_t> origin_;
  Column<std::uint64_t> projected_;  ///< as far as the last one
  Column<std::uint32_t> open_;
};

}  // namespace culprit::tree
