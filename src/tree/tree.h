#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"

namespace culprit::tree {

enum class FunctionKind : std::uint8_t { kFunction, kMethod, kConstructor, kDestructor, kLambda, kLoop, kProgram, kLost };

/// What the tree needs to know of a function: names and places. (Types and parameters stay in the trace.)
struct Function {
  std::string name;
  std::string signature;
  std::string file;  ///< empty if not known
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  FunctionKind kind = FunctionKind::kFunction;
  FunctionId enclosing{};  ///< of a loop: the function it stands in
};

/// What a tree from text or JSON says of a node beyond its function.
struct Label {
  std::string_view inputs;
  std::string_view result;
  bool has_result = false;
};

/// Texts and context ids of trees that do not come from a trace. All empty if a tree has none.
struct Labels {
  std::string text;                    ///< all inputs and results, back to back
  Column<std::uint64_t> inputs_begin;  ///< into text, a row a node; inputs end where the result begins
  Column<std::uint64_t> result_begin;  ///< the result ends where the next node's inputs begin
  Column<std::uint8_t> has_result;
  Column<std::uint32_t> before;        ///< context ids of JSON trees
  Column<std::uint32_t> after;
  std::string name;                    ///< of the whole tree
  bool root_wrong_given = false;
  bool root_wrong = true;
};

/// The execution tree as columns. Nodes are in preorder (call order), so parent(i) < i, the subtree of i is [i, end(i)),
/// the first child of i is i + 1 (if that is < end(i)) and the next sibling of c is end(c) (if that is < end(parent)).
/// A tree has at least one node, the root 0. Immutable once built; 28 bytes a node when read from a trace.
class Tree {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(parent_.size()); }
  NodeId root() const { return NodeId{0}; }
  /// kNoNode for the root.
  NodeId parent(NodeId n) const { return NodeId{parent_[n.value()]}; }
  NodeId end(NodeId n) const { return NodeId{end_[n.value()]}; }
  std::uint32_t subtree_size(NodeId n) const { return end_[n.value()] - n.value(); }
  bool is_leaf(NodeId n) const { return end_[n.value()] == n.value() + 1; }
  bool contains(NodeId ancestor, NodeId n) const { return ancestor <= n && n < end(ancestor); }
  FunctionId function_id(NodeId n) const { return FunctionId{function_[n.value()]}; }
  const Function& function(NodeId n) const { return functions_[function_[n.value()]]; }
  const Function& function(FunctionId id) const { return functions_[id.value()]; }
  const std::vector<Function>& functions() const { return functions_; }
  bool is_iteration(NodeId n) const { return function(n).kind == FunctionKind::kLoop; }

  /// Moments; a tree without a trace has none (has_moments() is false).
  bool has_moments() const { return !enter_.empty(); }
  Moment enter(NodeId n) const { return Moment{enter_[n.value()]}; }
  /// kNoMoment if the node did not finish.
  Moment leave(NodeId n) const { return Moment{leave_[n.value()]}; }

  bool has_labels() const { return !labels_.inputs_begin.empty(); }
  Label label(NodeId n) const;
  const Labels& labels() const { return labels_; }

  const std::uint32_t* parents() const { return parent_.data(); }
  const std::uint32_t* ends() const { return end_.data(); }

 private:
  friend class TreeBuilder;
  Column<std::uint32_t> parent_;
  Column<std::uint32_t> end_;
  Column<std::uint32_t> function_;
  Column<std::uint64_t> enter_;
  Column<std::uint64_t> leave_;
  std::vector<Function> functions_;
  Labels labels_;
};

/// Builds a tree in preorder: open() and close() nest like the calls themselves. No recursion; O(1) a node.
class TreeBuilder {
 public:
  /// Rows must be final before a node uses them; the id is the row's position.
  FunctionId add_function(Function function);
  /// With moments: pass both at open/close. Without: leave the defaults and the columns stay empty.
  NodeId open(FunctionId function, Moment enter = kNoMoment);
  void close(Moment leave = kNoMoment);
  std::uint32_t depth() const { return static_cast<std::uint32_t>(open_.size()); }
  NodeId innermost() const { return open_.empty() ? kNoNode : NodeId{open_.back()}; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(tree_.parent_.size()); }
  /// Texts of the node opened last.
  void label(std::string_view inputs, std::string_view result, bool has_result);
  void context(std::uint32_t before, std::uint32_t after);
  Labels& labels() { return tree_.labels_; }
  /// Closes what is open. More than one top-level node: they get a common root of kind kProgram named `program`.
  /// Precondition: size() > 0.
  Tree finish(std::string_view program = "program");

 private:
  Tree tree_;
  Column<std::uint32_t> open_;
  std::uint32_t top_level_ = 0;
};

}  // namespace culprit::tree
