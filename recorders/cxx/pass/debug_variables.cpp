#include "recorders/cxx/pass/debug_variables.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

namespace culprit::pass {

bool is_followed(const llvm::DIExpression* expression) {
  for (const auto& operation : expression->expr_ops())
    if (operation.getOp() != llvm::dwarf::DW_OP_deref && operation.getOp() != llvm::dwarf::DW_OP_plus_uconst)
      return false;
  return true;
}

llvm::Value* variable_address(llvm::IRBuilderBase& builder, llvm::Value* storage,
                              const llvm::DIExpression* expression) {
  llvm::Value* address = storage;
  for (const auto& operation : expression->expr_ops())
    if (operation.getOp() == llvm::dwarf::DW_OP_deref)
      address = builder.CreateLoad(builder.getPtrTy(), address);
    else
      address = builder.CreatePtrAdd(address, builder.getInt64(operation.getArg(0)));
  return address;
}

bool is_plain(const llvm::AllocaInst& alloca) {
  llvm::Type* type = alloca.getAllocatedType();
  if (!alloca.isStaticAlloca() || alloca.isArrayAllocation() || !type->isSingleValueType()) return false;
  for (const llvm::User* user : alloca.users()) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (load->getType() != type) return false;
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getValueOperand() == &alloca || store->getValueOperand()->getType() != type) return false;
    } else if (!llvm::cast<llvm::Instruction>(user)->isLifetimeStartOrEnd()) {
      return false;
    }
  }
  return true;
}

}  // namespace culprit::pass
