#include "recorders/cxx/pass/missing_result.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace culprit::pass {
namespace {

using namespace llvm;

/// Where the compiler keeps the value until it is returned; null if it needs no such place.
Value* result_slot(Function& function, const ReturnInst& at) {
  for (Argument& argument : function.args())
    if (argument.hasStructRetAttr()) return &argument;
  auto* loaded = dyn_cast_or_null<LoadInst>(at.getReturnValue());
  return loaded ? dyn_cast<AllocaInst>(getUnderlyingObject(loaded->getPointerOperand())) : nullptr;
}

/// Whatever may fill the slot: all that it is used for, but for reading it.
std::vector<Instruction*> writers_of(Value* slot) {
  std::vector<Instruction*> writers;
  std::vector<Value*> waiting{slot};
  SmallPtrSet<const Value*, 8> seen;
  for (std::size_t i = 0; i < waiting.size(); ++i)
    for (User* user : waiting[i]->users()) {
      auto* instruction = dyn_cast<Instruction>(user);
      if (!instruction || isa<LoadInst, DbgInfoIntrinsic>(instruction) || instruction->isLifetimeStartOrEnd())
        continue;
      const bool is_address = isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(instruction);
      if (!is_address)
        writers.push_back(instruction);
      else if (seen.insert(instruction).second)
        waiting.push_back(instruction);
    }
  return writers;
}

/// Whether a way from the entry to the return meets none of the writers.
bool can_miss(const ReturnInst& at, const std::vector<Instruction*>& writers) {
  SmallPtrSet<const BasicBlock*, 16> filling;
  for (const Instruction* writer : writers) filling.insert(writer->getParent());
  SmallPtrSet<const BasicBlock*, 32> seen;
  std::vector<const BasicBlock*> open{at.getParent()};
  while (!open.empty()) {
    const BasicBlock* block = open.back();
    open.pop_back();
    if (filling.contains(block) || !seen.insert(block).second) continue;
    if (block->isEntryBlock()) return true;
    open.insert(open.end(), pred_begin(block), pred_end(block));
  }
  return false;
}

}  // namespace

MissingResult::MissingResult(Function& function, const std::vector<Variable>& variables)
    : function_(function) {
  for (Instruction& instruction : instructions(function)) {
    const auto* at = dyn_cast<ReturnInst>(&instruction);
    if (!at || at->getParent()->getTerminatingMustTailCall()) continue;
    if (at->getReturnValue() && isa<UndefValue>(at->getReturnValue())) is_possible_ = true;
    Value* slot = result_slot(function, *at);
    if (!slot || std::ranges::any_of(variables, [&](const Variable& one) { return one.address == slot; }))
      continue;
    std::vector<Instruction*> writers = writers_of(slot);
    if (!can_miss(*at, writers)) continue;
    is_possible_ = true;
    writers_.insert(writers_.end(), writers.begin(), writers.end());
  }
}

void MissingResult::record() {
  IRBuilder<> builder(function_.getContext());
  builder.SetInsertPoint(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  flag_ = builder.CreateAlloca(builder.getInt1Ty(), nullptr, "culprit.made");
  builder.CreateStore(builder.getFalse(), flag_);
  for (Instruction* writer : writers_) {
    builder.SetInsertPoint(writer);
    builder.CreateStore(builder.getTrue(), flag_);
  }
}

Value* MissingResult::is_made(IRBuilderBase& builder) const {
  return builder.CreateLoad(builder.getInt1Ty(), flag_);
}

}  // namespace culprit::pass
