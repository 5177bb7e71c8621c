// Static dependencies between functions, for the strategy that follows wrong values to where they were computed.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <vector>

namespace llvm {
class Function;
}

namespace culprit::pass {

// Call: `from` calls `to`, directly or through functions that are no nodes, or hands on its address. Parameter: the
// parameter number `parameter` of `to`, counted from 0 with `this` as one of them, is computed from the result of `from`.
struct Arc {
  enum class Kind { Call, Parameter };
  Kind kind;
  const llvm::Function* from;
  const llvm::Function* to;
  unsigned parameter;
  bool operator==(const Arc&) const = default;
};

using IsNode = llvm::function_ref<bool(const llvm::Function&)>;

// The arcs that the function's code shows, none twice. Values are followed backwards through local variables, objects,
// operators and calls of functions that are no nodes, not through other memory; a call that is handed a local object, and
// not as const, counts as computing it. To be called before the code is instrumented. Cost: for each argument of a call,
// at most a few hundred steps.
std::vector<Arc> find_arcs(const llvm::Function& function, IsNode is_node);

// Whether a function that is only declared here may be one of the program's own, in another module.
bool may_be_of_program(const llvm::Function& declaration);

}  // namespace culprit::pass
