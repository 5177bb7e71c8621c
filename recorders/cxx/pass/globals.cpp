#include "recorders/cxx/pass/globals.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/types.h"

namespace culprit::pass {
namespace {

using namespace llvm;

const DIGlobalVariable* described(const GlobalVariable& variable) {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  return expressions.empty() ? nullptr : expressions.front()->getVariable();
}

/// Global variables in an operand, also inside constant expressions.
void collect(const Value* operand, SmallSetVector<const GlobalVariable*, 8>& found, unsigned depth = 0) {
  if (const auto* variable = dyn_cast<GlobalVariable>(operand)) {
    found.insert(variable);
  } else if (const auto* constant = dyn_cast<ConstantExpr>(operand); constant && depth < 8) {
    for (const Use& use : constant->operands()) collect(use.get(), found, depth + 1);
  }
}

}  // namespace

std::vector<std::uint32_t> Globals::named_by(const Function& function) {
  SmallSetVector<const GlobalVariable*, 8> found;
  for (const Instruction& instruction : instructions(function))
    for (const Use& use : instruction.operands()) collect(use.get(), found);
  std::vector<std::uint32_t> ids;
  for (const GlobalVariable* variable : found)
    if (!variable->isConstant() && !variable->isThreadLocal())
      if (const std::uint32_t id = row(*variable)) ids.push_back(id);
  return ids;
}

void Globals::describe_all(const Module& module) {
  for (const GlobalVariable& variable : module.globals())
    if (!variable.isDeclaration() && !variable.isConstant() && !variable.isThreadLocal()) row(variable);
}

std::uint32_t Globals::row(const GlobalVariable& variable) {
  const auto [at, is_new] = ids_.try_emplace(&variable, 0);
  if (!is_new) return at->second;
  const DIGlobalVariable* debug = described(variable);
  culprit_global out{};
  if (!debug) {
    // Debug info describes a variable where it is defined: the runtime finds that row by the address.
    if (!variable.isDeclaration() || variable.getName().starts_with("_ZT")) return 0;
    return ids_[&variable] = tables_.add_global(out, const_cast<GlobalVariable*>(&variable));
  }
  if (debug->getName().empty() || is_system_path(file_path(debug->getFile()))) return 0;
  out.name = tables_.string(debug->getName());
  out.type = types_.id(debug->getType());
  out.file = tables_.file(debug->getFile());
  out.line = debug->getLine();
  out.size = Types::size(debug->getType());
  const std::uint32_t id = tables_.add_global(out, const_cast<GlobalVariable*>(&variable));
  return ids_[&variable] = id;
}

std::uint32_t Globals::vtable(const Value* stored, const DIType* of) {
  const auto* tables = dyn_cast<GlobalVariable>(stored->stripInBoundsConstantOffsets());
  if (!of || !tables || !tables->getName().starts_with("_ZTV")) return 0;
  const auto [at, is_new] = ids_.try_emplace(tables, 0);
  if (!is_new) return at->second;
  culprit_global out{};
  out.name = tables_.string(type_name(of));
  out.type = types_.id(of);
  out.flags = CULPRIT_GLOBAL_VTABLE;
  out.size = tables->getParent()->getDataLayout().getTypeAllocSize(tables->getValueType());
  const std::uint32_t id = tables_.add_global(out, const_cast<GlobalVariable*>(tables));
  return ids_[tables] = id;
}

}  // namespace culprit::pass
