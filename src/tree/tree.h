#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/check.h"
#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/tree/label.h"
#include "src/tree/names.h"
#include "src/tree/preorder.h"

namespace culprit::tree {

/// The execution tree of a subject as columns. Rows are nodes in preorder (see Preorder). A tree has at least one node, the
/// root 0. Immutable once built; 28 bytes a node when read from a trace.
class Tree : public Preorder<NodeId> {
 public:
  FunctionId function_id(NodeId n) const { return FunctionId{function_[checked(n)]}; }
  const Function& function(NodeId n) const { return function(function_id(n)); }
  const Function& function(FunctionId id) const { return functions()[id.value()]; }
  const std::vector<Function>& functions() const { return *functions_; }
  bool is_iteration(NodeId n) const { return function(n).kind == FunctionKind::kLoop; }

  /// Moments; a tree without a trace has none (has_moments() is false).
  bool has_moments() const { return !enter_.empty(); }
  Moment enter(NodeId n) const { return Moment{enter_[checked(n)]}; }
  /// kNoMoment if the node did not finish.
  Moment leave(NodeId n) const { return Moment{leave_[checked(n)]}; }

  /// What the nodes are called, whatever the tree may grow to.
  const Names& names() const { return names_; }

  bool has_labels() const { return !labels_.inputs_begin.empty(); }
  Label label(NodeId n) const;
  const Labels& labels() const { return labels_; }

 private:
  friend class SearchTree;
  friend class TreeBuilder;
  using Preorder::Preorder;

  Words function_;
  Column<std::uint64_t> enter_;
  Column<std::uint64_t> leave_;
  std::shared_ptr<const std::vector<Function>> functions_;
  Labels labels_;
  Names names_;
};

/// Builds a tree in preorder: open() and close() nest like the calls themselves. No recursion; O(1) a node.
class TreeBuilder {
 public:
  /// One id is kNoNode, and one row is left for a common root.
  static constexpr std::uint32_t kMaxNodes = kNoNode.value() - 1;
  /// Rows must be final before a node uses them; the id is the row's position.
  FunctionId add_function(Function function);
  /// With moments: pass both at open/close. Without: leave the defaults and the columns stay empty.
  /// Precondition: size() < kMaxNodes.
  NodeId open(FunctionId function, Moment enter = kNoMoment) {
    const std::uint32_t node = size();
    CULPRIT_CHECK(node < kMaxNodes);
    if (open_.empty()) ++top_level_;
    parent_.push_back(innermost().value());
    end_.push_back(0);
    function_.push_back(function.value());
    if (enter != kNoMoment) {
      enter_.push_back(enter.value());
      leave_.push_back(kNoMoment.value());
    }
    open_.push_back(node);
    return NodeId{node};
  }
  /// Precondition: depth() > 0.
  void close(Moment leave = kNoMoment) {
    const std::uint32_t node = open_.back();
    open_.pop_back();
    end_[node] = size();
    if (leave != kNoMoment) leave_[node] = leave.value();
  }
  std::uint32_t depth() const { return static_cast<std::uint32_t>(open_.size()); }
  NodeId innermost() const { return open_.empty() ? kNoNode : NodeId{open_.back()}; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(parent_.size()); }
  /// Texts of the node opened last, at most once a node. Nodes without one have neither inputs nor result.
  void label(const Label& label);
  void label(std::string_view inputs, std::string_view result, bool has_result) {
    label({inputs, result, has_result, true});
  }
  /// Contexts of the node opened last. Nodes without one have 0 and 0, if any node has some.
  void context(std::uint32_t before, std::uint32_t after);
  /// Weight of the node opened last. Nodes without one have 1, if any node has some.
  void weight(std::uint32_t weight);
  Labels& labels() { return labels_; }
  const std::vector<Function>& functions() const { return functions_; }
  /// To be told of threads. Without, all nodes are of one.
  NamesBuilder& names() { return names_; }
  /// Closes what is open. More than one top-level node: they get a common root of kind kProgram named
  /// `program`, which ends with the last of them. Without an order all moments are of one stream.
  /// Precondition: size() > 0.
  using IsBefore = std::function<bool(Moment, Moment)>;
  Tree finish(std::string_view program = "program", const IsBefore& is_before = {});

 private:
  void add_common_root(std::string_view program, const IsBefore& is_before);
  void fill_labels(std::uint32_t rows);
  void fill_weights(std::uint32_t rows);

  Column<std::uint32_t> parent_;
  Column<std::uint32_t> end_;
  Column<std::uint32_t> function_;
  Column<std::uint64_t> enter_;
  Column<std::uint64_t> leave_;
  std::vector<Function> functions_;
  Labels labels_;
  NamesBuilder names_;
  Column<std::uint32_t> open_;
  std::uint32_t top_level_ = 0;
};

}  // namespace culprit::tree
