#pragma once

#include <cstdint>
#include <vector>

#include "src/graph/function_graph.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::graph {

/// What the strategic method has to know of a run besides its tree.
struct RunFacts {
  std::vector<std::uint64_t> keys;  ///< a node each, see Instances; empty: no two calls are taken as equal
  std::vector<FunctionArc> arcs;    ///< of the program's text, if they are known
};

/// Calls are equal if their texts and context ids are; one without a result equals none. O(n).
RunFacts facts_of(const tree::Tree& tree);
/// Arcs from the tables; calls are equal if the recorded bytes of their arguments and results are. In languages with memory
/// that can be written, that is so only for functions that take and give nothing but numbers and name no globals, and only where
/// all that they call is such and nothing was written, out or to memory beyond their own: any other call equals none. So equal keys imply equal questions
/// (oracle::Question). O(events). Precondition: the tree was read from the trace.
RunFacts facts_of(const tree::Tree& tree, const trace::Trace& trace);

}  // namespace culprit::graph
