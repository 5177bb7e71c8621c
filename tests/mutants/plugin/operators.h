#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "tests/mutants/plugin/locals.h"
#include "tests/mutants/plugin/sites.h"

namespace llvm {
class CallBase;
class DominatorTree;
class Instruction;
class LoadInst;
class StoreInst;
}  // namespace llvm

/// Each operator looks at one instruction and, where it applies, makes it a choice between what it was and a mutant. What the
/// recorder makes of the original must not change: so most are a `select` behind or in front of it, without a new block,
/// and an alloca is never an operand of one.
namespace culprit::mutants {

// values.cpp
void replace_arithmetic(Sites& sites, llvm::Instruction& instruction);
void replace_comparison(Sites& sites, llvm::Instruction& instruction);
void negate_condition(Sites& sites, llvm::Instruction& instruction);
void replace_logical(Sites& sites, llvm::Instruction& instruction);
/// One more, one less, none.
void change_constants(Sites& sites, llvm::Instruction& instruction, const Locals& locals);
/// Indices, arguments and results that are computed: one more.
void add_one(Sites& sites, llvm::Instruction& instruction);

// variables.cpp
void use_other_variable(Sites& sites, llvm::Instruction& instruction, const Locals& locals,
                        const llvm::DominatorTree& dominators);
void swap_arguments(Sites& sites, llvm::Instruction& instruction);
/// Also of a variable's first value.
void remove_store(Sites& sites, llvm::Instruction& instruction, const Locals& locals);

// blocks.cpp: these split blocks, and come last.
void remove_call(Sites& sites, llvm::Instruction& instruction);
/// Whether nothing has to be destroyed on the way out.
bool may_return_early(llvm::Function& function);
/// Where a statement begins behind a branch or a loop, or a loop's body ends: there an early return can stand.
std::vector<llvm::Instruction*> statement_begins(llvm::Function& function);
void return_early(Sites& sites, llvm::Instruction& instruction);

/// Constructors and destructors: leaving one out leaves no object.
bool is_constructor_or_destructor(const llvm::Function& function);
/// What the compiler calls by itself: allocation, exceptions, guards of statics.
bool is_support_call(const llvm::CallBase& call);

}  // namespace culprit::mutants
