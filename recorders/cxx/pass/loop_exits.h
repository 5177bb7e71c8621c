// How control leaves a loop statement.
#pragma once

#include "recorders/cxx/abi.h"
#include "recorders/cxx/pass/source_loops.h"

namespace culprit::pass {

struct LoopExit {
  culprit_loop_exit how = CULPRIT_EXIT_RAN_OUT;
  unsigned line = 0;  // of the statement that left it; 0: none did, or it is not known
};

// Where the loop is left from one block to another; `to` is null where the function returns in the block itself.
LoopExit exit_of(const SourceLoop& loop, const llvm::BasicBlock& from, const llvm::BasicBlock* to);

// Whether clang named the block so; further ones of a function get a number behind the name.
bool is_named(const llvm::BasicBlock& block, llvm::StringRef name);

}  // namespace culprit::pass
