// Which blocks belong to a loop statement.
#pragma once

#include "recorders/cxx/pass/source_loops.h"

namespace llvm {
class Loop;
}

namespace culprit::pass {

struct SourceRange;

// Sets region and left_at. A natural loop has only the blocks that can come back to the header; the statement also has
// those before a break, return or goto. They are reached only through the body and stand in the statement's range.
// `end`: where clang goes on after the statement, null if it is not reached. Precondition: header and body are set.
void find_region(SourceLoop& loop, const llvm::Loop& natural, const SourceRange& range, llvm::BasicBlock* end,
                 const llvm::DominatorTree& dominators);

}  // namespace culprit::pass
