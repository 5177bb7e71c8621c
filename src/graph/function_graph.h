#pragma once

#include <span>
#include <vector>

#include "src/base/ids.h"
#include "src/graph/digraph.h"
#include "src/graph/instances.h"
#include "src/trace/tables.h"
#include "src/tree/search_tree.h"

namespace culprit::graph {

/// A dependency that the program's text has, whether or not the run used it.
struct FunctionArc {
  ArcKind kind;
  FunctionId from;
  FunctionId to;
  auto operator<=>(const FunctionArc&) const = default;
};

/// The arcs of a trace's tables between functions of a tree read from that trace, sorted, each once. A loop's arcs are those of the
/// function it stands in.
std::vector<FunctionArc> static_arcs(const trace::Tables& tables,
                                     const std::vector<tree::Function>& functions);
/// Where no text tells: a call arc for each call of the run. O(values and arcs).
std::vector<FunctionArc> call_arcs(const Instances& instances);
/// Where no text tells: parameter arcs from each call's function to the function of the next call of the same caller. A
/// wrong input can only come from what ran before, and ways along these arcs lead to all of that. O(n).
std::vector<FunctionArc> sequence_arcs(const Instances& instances);
/// What the method works with: the run's calls, and the given arcs or, if they have no parameter arc, the order of calls.
std::vector<FunctionArc> dependencies(const Instances& instances, std::span<const FunctionArc> given);

/// The function dependency graph: functions that ran or that an arc names.
struct FunctionGraph {
  Digraph graph;
  std::vector<FunctionId> functions;  ///< by vertex, ascending
};
FunctionGraph function_graph(const Instances& instances, std::span<const FunctionArc> arcs);

}  // namespace culprit::graph
