#pragma once

#include <vector>

namespace llvm {
class DILocalVariable;
class DIExpression;
class Function;
class Instruction;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace culprit::pass {

/// A variable of the source, and where the code keeps it.
struct Variable {
  const llvm::DILocalVariable* described;
  llvm::Value* address;  ///< an alloca, or a pointer argument
  const llvm::DIExpression* expression;
  llvm::Instruction* declared;
};

/// All variables of a function that have an address.
std::vector<Variable> variables_of(llvm::Function& function);

/// The parameters among them, in their order.
std::vector<Variable> parameters_of(llvm::Function& function, const std::vector<Variable>& variables);

/// True if the variable lies in the function's own frame, not behind a pointer that it was given.
bool is_in_frame(const Variable& variable);

/// Code that computes where the variable lies; null if its debug expression is of an unknown kind.
llvm::Value* address_of(llvm::IRBuilderBase& builder, const Variable& variable);

}  // namespace culprit::pass
