// Which variables an iteration of a loop can see.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include "recorders/cxx/pass/source_loops.h"
#include "recorders/cxx/pass/variables.h"

namespace llvm {
class DILocalScope;
}

namespace culprit::pass {

// A range-for initialises its variable at the start of each pass. Moves `iteration` behind that, so that the variable
// has its value when the iteration starts. `scope` is the one of the loop statement.
void skip_range_variable(SourceLoop& loop, llvm::DILocalScope* scope, llvm::ArrayRef<Variable> declared);

// Sets `variables`. Precondition: everything else is set. Cost: a search through the function's blocks for each
// variable.
void find_variables(SourceLoop& loop, llvm::DILocalScope* scope, llvm::ArrayRef<Variable> declared,
                    const llvm::DominatorTree& dominators);

}  // namespace culprit::pass
