#include "tests/mutants/plugin/locals.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace culprit::mutants {

using namespace llvm;

namespace {

bool is_reference(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  return derived && (derived->getTag() == dwarf::DW_TAG_reference_type ||
                     derived->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

}  // namespace

Locals::Locals(Function& function) {
  for (Instruction& instruction : instructions(function))
    for (DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange())) {
      if (!record.isDbgDeclare() || record.getExpression()->getNumElements() != 0) continue;
      auto* slot = dyn_cast_or_null<AllocaInst>(record.getAddress());
      DILocalVariable* variable = record.getVariable();
      if (!slot || variable->isArtificial() || variable->getName().starts_with("__")) continue;
      if (!is_reference(variable->getType())) all_.push_back({slot, variable, &instruction});
    }
  for (Instruction& instruction : instructions(function))
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      for (Local& local : all_)
        if (local.slot == store->getPointerOperand() && !local.first_store) local.first_store = store;
}

const Local* Locals::find(const Value* address) const {
  const auto found = std::ranges::find(all_, address, &Local::slot);
  return found == all_.end() ? nullptr : &*found;
}

}  // namespace culprit::mutants
