#pragma once

#include <vector>

namespace llvm {
class AllocaInst;
class DILocalVariable;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace culprit::mutants {

/// A variable that the source declares, with a place on the stack.
struct Local {
  llvm::AllocaInst* slot;
  llvm::DILocalVariable* variable;
  llvm::Instruction* declared_at;            ///< the instruction behind its declaration
  llvm::Instruction* first_store = nullptr;  ///< in the order of the code
};

/// The variables of a function that the source names: neither those of the compiler (`this`, `__begin1`) nor references.
class Locals {
 public:
  explicit Locals(llvm::Function& function);
  /// Null if the address is not that of one.
  const Local* find(const llvm::Value* address) const;
  const std::vector<Local>& all() const { return all_; }

 private:
  std::vector<Local> all_;
};

}  // namespace culprit::mutants
