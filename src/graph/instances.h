#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "src/base/column.h"
#include "src/base/ids.h"
#include "src/graph/digraph.h"
#include "src/tree/search_tree.h"

namespace culprit::graph {

/// Row of the table of instance values.
using ValueId = Id<struct ValueTag, std::uint32_t>;
inline constexpr ValueId kNoValue{std::numeric_limits<std::uint32_t>::max()};

/// The run as the method of N. Takahashi and S. Ono sees it: instances (calls), and instance values, each of which stands for
/// all instances that are the same call with the same result, made of the same calls.
///
/// Loops are dissolved: what an iteration calls, the call that holds the loop calls. The method reasons about functions,
/// and a loop has none of its own: kept, each would be a recursive function in which the search goes up from the last
/// iteration, and "one right instance, so all are" would be said of iterations, of which each stands for the rest of the
/// loop. Runs put in by a transformation are dissolved, too. The root is always an instance.
///
/// The paper takes instances with equal function, inputs and result for one. Here what they call has to be equal as well,
/// which adds nothing where functions are pure, and keeps the graph without cycles where they are not.
///
/// 8 bytes a node, 20 a value, 4 an arc.
class Instances {
 public:
  /// `keys`: one a node of the tree; equal for calls with equal inputs and results (functions need not be in it). Empty:
  /// no two calls are taken as equal. O(n) expected, no recursion. The keys need not outlive this.
  Instances(tree::SearchTree tree, std::span<const std::uint64_t> keys);

  const tree::SearchTree& tree() const { return tree_; }
  bool is_instance(SearchId n) const { return value(n) != kNoValue; }
  /// kNoValue for what is dissolved.
  ValueId value(SearchId n) const { return ValueId{value_[n.value()]}; }
  /// The nearest instance of the same function above, or kNoSearchId.
  SearchId outer(SearchId n) const { return SearchId{outer_[n.value()]}; }

  std::uint32_t values() const { return static_cast<std::uint32_t>(first_.size()); }
  /// Its first instance in preorder.
  SearchId first(ValueId v) const { return SearchId{first_[v.value()]}; }
  FunctionId function(ValueId v) const { return tree_.function_id(first(v)); }
  /// How many instances of its function lie on the way down that has the most of them, itself counted: the paper's Fm for
  /// its own function. 1 for a call that ended a recursion.
  std::uint32_t rank(ValueId v) const { return rank_[v.value()]; }
  /// What it calls, each once, in the order of first calls. Values are numbered so that these come before it.
  std::span<const std::uint32_t> children(ValueId v) const {
    return {children_.data() + children_begin_[v.value()], children_.data() + children_begin_[v.value() + 1]};
  }

 private:
  class Builder;
  tree::SearchTree tree_;
  Column<std::uint32_t> value_;
  Column<std::uint32_t> outer_;
  Column<std::uint32_t> first_;
  Column<std::uint32_t> rank_;
  Column<std::uint32_t> children_begin_;  ///< a row a value, and one more
  Column<std::uint32_t> children_;
};

/// The next child of an instance after a place in preorder, through what is dissolved, or `end`: start with the instance
/// + 1, and go on with the end of the child's subtree.
SearchId next_child(const Instances& instances, SearchId from, SearchId end);

/// The instance value dependency graph as a digraph: vertices are values.
Digraph value_graph(const Instances& instances);
/// The instance dependency graph: vertices are the nodes of the tree; those of dissolved ones have no arcs.
Digraph instance_graph(const Instances& instances);

}  // namespace culprit::graph
