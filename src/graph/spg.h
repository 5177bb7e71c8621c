#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/base/column.h"
#include "src/base/mark.h"
#include "src/graph/digraph.h"
#include "src/graph/function_graph.h"
#include "src/graph/instances.h"
#include "src/graph/intervals.h"

namespace culprit::graph {

/// The strategically projected graph (SPG) of N. Takahashi and S. Ono, "Strategic Bug Location Method for Functional Programs",
/// sections 3 and 4.2: instance values projected onto functions, parts of recursive functions, and intervals of these.
///
/// A node is a vertex here. Its instance values (the paper's TIVS, Fd) follow from its functions and ranks; those that may
/// be asked (EIVS, Fs) are the ones with none of the same function above. Folded nodes stay in the graph below, marked: to
/// unfold is to take the mark away, and the node "f[g]" is f with a call arc to a folded g. What only folded nodes call is
/// out of sight with them.
///
/// Two things are stricter than in the paper. All is seen from one wrong instance, the top: outer removal makes the
/// judged instance the top, and what did not take part in it is gone; the initial node is always the one with the top.
/// And a call arc is there only while an instance of its source has a child among the instances of its target: so the
/// arc f.m -> f.(m+1)*, which a literal expansion would draw, is not.
///
/// A change of what nodes mean (making, expanding, detailing, outer removal) passes once over the values below the top;
/// the others cost what the graph of functions does.
class Spg {
 public:
  /// Fully abstracted: one node. Both must outlive this. O(nodes below the top).
  Spg(const Instances& instances, const std::vector<FunctionArc>& arcs, SearchId top);

  SearchId top() const { return top_; }
  Vertex initial() const { return initial_; }
  /// The nodes in sight, the initial one included, in ascending order.
  const std::vector<Vertex>& nodes() const { return nodes_; }
  /// All arcs, those of nodes out of sight included.
  const Digraph& graph() const { return graph_; }
  /// What can be shown: nodes in sight and the arcs between them; parameter arcs also lead through folded nodes.
  Subgraph picture() const;
  /// As in the paper: "fr", "fr.1", "fr.2*", "I(main)" for an interval, "merge[split]" with what is folded into it.
  std::string name(Vertex node) const;
  /// The same without what is folded into it.
  std::string bare_name(Vertex node) const;

  bool is_abstract(Vertex node) const;
  bool is_expansible(Vertex node) const;
  bool is_folded(Vertex node) const { return units_[node].is_folded; }
  /// True if it was folded and unfolded: the hypothesis that it is right was taken back.
  bool is_retracted(Vertex node) const { return units_[node].is_retracted; }
  /// What is folded into a node, in the order of folding.
  std::vector<Vertex> folded_into(Vertex node) const;
  /// The first instance value in preorder that can be asked and was not, or nothing: then the node is not instantiable.
  std::optional<ValueId> eligible(Vertex node);
  /// The first instance of a value below the top. Precondition: it has one.
  SearchId instance(ValueId value) const { return SearchId{here_[value.value()]}; }
  Mark known(ValueId value) const { return static_cast<Mark>(known_[value.value()]); }

  // Transformations.
  void instantiate(ValueId value, Mark judgement);
  /// Splits f.m* into f.m, which is returned, and f.(m+1)*, which keeps the vertex. Precondition: is_expansible(node).
  Vertex expand(Vertex node);
  /// Precondition: it is in sight and not the initial node.
  void fold(Vertex node);
  void unfold(Vertex node);
  /// Precondition: is_abstract(node).
  void detail(Vertex node);

  // Selections. Precondition: the node is in sight and not the initial one.
  void inner_removal(Vertex node);
  /// The instance becomes the top. Precondition: it is one of the node's.
  void outer_removal(Vertex node, SearchId instance);
  void non_input_removal(Vertex node);

  // How many nodes would be in sight after an answer (strategy S3's T, F and U). O(graph).
  std::uint32_t left_if_right(Vertex node) const;
  std::uint32_t left_if_wrong(Vertex node) const;
  std::uint32_t left_if_inadmissible(Vertex node) const;

  /// Tree nodes and values passed over so far: what it cost, the same on every machine.
  std::uint64_t work() const { return work_; }

 private:
  struct Unit {
    Hierarchy::Nest nest = 0;           ///< a function's vertex in the hierarchy's base, or an interval
    std::vector<FunctionId> functions;  ///< the header's first
    std::uint32_t rank = 0;             ///< m of f.m and f.m*; 0: not expanded
    bool is_open = true;                ///< f.m*, or not expanded
    bool is_removed = false;
    bool is_folded = false;
    bool is_retracted = false;
    FunctionId header{};                  ///< the first function that has instances below the top
    std::uint32_t greatest_rank = 0;      ///< of its instances below the top
    std::vector<std::uint32_t> eligible;  ///< values, in preorder
    std::size_t next = 0;                 ///< into eligible: all before are known
  };
  Vertex unit_of(ValueId value) const;
  Vertex add_unit(Hierarchy::Nest nest);
  std::vector<FunctionId> leaves(Hierarchy::Nest nest) const;
  void build_hierarchy();
  void own_nests();
  void survey();
  void project();
  void find_headers();
  void add_parameter_arcs(std::vector<Arc>& arcs) const;
  void look();
  VertexSet out_of_sight() const;
  VertexSet removed() const;
  VertexSet input_decision(Vertex node) const;
  void keep(const VertexSet& kept);

  const Instances& instances_;
  const std::vector<FunctionArc>& arcs_;
  SearchId top_;
  Vertex initial_ = 0;
  std::uint64_t work_ = 0;

  FunctionGraph functions_;  ///< of what is below the first top
  std::optional<Hierarchy> hierarchy_;
  std::vector<std::vector<Hierarchy::Nest>> owned_;  ///< by interval: members that no interval before it had

  std::vector<Unit> units_;
  std::vector<std::vector<Vertex>> parts_;  ///< by function: the units of rank 1, 2, ..., and the open one
  std::vector<Vertex> fold_order_;
  Digraph graph_;
  std::vector<Vertex> nodes_;

  std::vector<std::uint32_t> present_;  ///< values below the top, by their first instances there
  Column<std::uint32_t> here_;          ///< value -> its first instance below the top
  Column<std::uint8_t> is_inner_;       ///< value -> has an instance of its function above it, below the top
  Column<std::uint8_t> known_;          ///< value -> Mark
};

}  // namespace culprit::graph
