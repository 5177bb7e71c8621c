#pragma once

#include <vector>

#include "recorders/cxx/pass/variables.h"

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace culprit::pass {

/// Whether a call returns a value, in functions that may end without one: C allows that, and what the caller gets is whatever lay
/// there. Compiled code keeps the value in a slot of the frame until its return; a flag beside it tells whether the slot was filled.
/// Functions of which all ways to the end fill it have no flag; nor have those whose slot is a variable of their own, which is returned
/// filled or not.
class MissingResult {
 public:
  /// Looks at the code as the compiler made it. Cost: a walk over the blocks, backwards from each return.
  MissingResult(llvm::Function& function, const std::vector<Variable>& variables);

  bool is_possible() const { return is_possible_; }
  /// Puts the flag into the frame. Precondition: is_possible().
  void record();
  /// An i1: a value was made. Precondition: record() was called.
  llvm::Value* is_made(llvm::IRBuilderBase& builder) const;

 private:
  llvm::Function& function_;
  std::vector<llvm::Instruction*> writers_;  ///< what fills the slot
  bool is_possible_ = false;
  llvm::AllocaInst* flag_ = nullptr;
};

}  // namespace culprit::pass
