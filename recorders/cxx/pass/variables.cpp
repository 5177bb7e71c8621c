#include "recorders/cxx/pass/variables.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "recorders/cxx/pass/debug_variables.h"

namespace culprit::pass {

using namespace llvm;

std::vector<Variable> variables_of(Function& function) {
  std::vector<Variable> variables;
  for (Instruction& instruction : instructions(function)) {
    for (DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange()))
      if (record.isDbgDeclare() && record.getAddress())
        variables.push_back(
            {record.getVariable(), record.getAddress(), record.getExpression(), &instruction});
    if (auto* declare = dyn_cast<DbgDeclareInst>(&instruction))
      if (declare->getAddress())
        variables.push_back(
            {declare->getVariable(), declare->getAddress(), declare->getExpression(), &instruction});
  }
  return variables;
}

std::vector<Variable> parameters_of(Function& function, const std::vector<Variable>& variables) {
  std::vector<Variable> parameters;
  for (const Variable& variable : variables)
    if (variable.described->isParameter() && variable.described->getScope() == function.getSubprogram())
      parameters.push_back(variable);
  std::ranges::stable_sort(parameters, {}, [](const Variable& v) { return v.described->getArg(); });
  return parameters;
}

bool is_in_frame(const Variable& variable) {
  return isa<AllocaInst>(variable.address) &&
         !llvm::is_contained(variable.expression->getElements(),
                             static_cast<std::uint64_t>(dwarf::DW_OP_deref));
}

Value* address_of(IRBuilderBase& builder, const Variable& variable) {
  if (!is_followed(variable.expression)) return nullptr;
  return variable_address(builder, variable.address, variable.expression);
}

}  // namespace culprit::pass
