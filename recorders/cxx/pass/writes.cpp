#include "recorders/cxx/pass/writes.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/pass/globals.h"
#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/private_variables.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// As System V has it for x86-64.
constexpr std::uint64_t kArgumentListSize = 24;

/// Where an instruction writes; null if it does not, or in another address space.
Value* written_address(Instruction& instruction) {
  Value* address = nullptr;
  if (auto* store = dyn_cast<StoreInst>(&instruction)) address = store->getPointerOperand();
  if (auto* block = dyn_cast<AnyMemIntrinsic>(&instruction)) address = block->getRawDest();
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) address = update->getPointerOperand();
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) address = exchange->getPointerOperand();
  if (isa<VAStartInst>(instruction) || isa<VACopyInst>(instruction))
    address = cast<CallBase>(instruction).getArgOperand(0);
  if (!address || address->getType()->getPointerAddressSpace() != 0) return nullptr;
  return address;
}

bool writes_by_assembler(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call && call->isInlineAsm() && !isa<CallBrInst>(call);
}

bool is_ordered(const Instruction& instruction, bool release) {
  AtomicOrdering order = AtomicOrdering::NotAtomic;
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) order = store->getOrdering();
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) order = load->getOrdering();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) order = update->getOrdering();
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    order = exchange->getSuccessOrdering();
  return release ? isReleaseOrStronger(order) : isAcquireOrStronger(order);
}

bool may_order(const Instruction& instruction) {
  return is_ordered(instruction, true) || is_ordered(instruction, false);
}

}  // namespace

Writes::Writes(Function& function, const SmallPtrSetImpl<const AllocaInst*>& logged, bool is_system)
    : function_(function) {
  SmallDenseMap<const AllocaInst*, bool> privates;
  const auto hidden = [&](const Value* address) {
    const AllocaInst* variable = variable_behind(address);
    if (!variable || logged.contains(variable)) return false;
    const auto [at, is_new] = privates.try_emplace(variable, false);
    if (is_new) at->second = is_private(*variable, is_system);
    return at->second;
  };
  for (Instruction& instruction : instructions(function)) {
    const Value* address = written_address(instruction);
    if (address ? !hidden(address) : writes_by_assembler(instruction) || may_order(instruction))
      writes_.push_back(&instruction);
    // Someone who gets the address of an array has to know where it ends.
    auto* variable = dyn_cast<AllocaInst>(&instruction);
    if (!variable || is_system) continue;
    const bool is_array = variable->getAllocatedType()->isArrayTy() || variable->isArrayAllocation();
    if (is_array && !is_private_aggregate(*variable)) arrays_.push_back(variable);
  }
}

void Writes::log_store(IRBuilderBase& builder, Instruction& write, Value* line) const {
  auto& store = cast<StoreInst>(write);
  const DataLayout& layout = function_.getParent()->getDataLayout();
  Value* value = store.getValueOperand();
  Value* address = store.getPointerOperand();
  Type* type = value->getType();
  const std::uint64_t size = layout.getTypeStoreSize(type).getKnownMinValue();
  const bool is_simple =
      type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
  if (!is_simple || (size != 1 && size != 2 && size != 4 && size != 8)) {
    hooks_->call(builder, "block", {address, builder.getInt64(size), line});
    return;
  }
  Value* number = type->isPointerTy() ? builder.CreatePtrToInt(value, builder.getInt64Ty())
                  : type->isIntegerTy()
                      ? builder.CreateZExt(value, builder.getIntNTy(static_cast<unsigned>(size * 8)))
                      : builder.CreateBitCast(value, builder.getIntNTy(static_cast<unsigned>(size * 8)));
  number = builder.CreateFreeze(number);
  const DISubprogram* subprogram = function_.getSubprogram();
  if (size == 8 && type->isPointerTy() && subprogram)
    for (const std::uint32_t row : {globals_->vtable(value, class_of(subprogram)), globals_->invoker(value)})
      if (row) {
        hooks_->call(builder, "vptr", {tables_->vtable_site(row), address, number, line});
        return;
      }
  hooks_->call(builder, "write" + std::to_string(size), {address, number, line});
}

/// Operands that the statement writes through a pointer carry the type of what lies there.
void Writes::log_assembler(IRBuilderBase& builder, Instruction& write, Value* line) const {
  auto& call = cast<CallBase>(write);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (Type* type = call.getParamElementType(i))
      hooks_->call(builder, "block",
                   {call.getArgOperand(i),
                    builder.getInt64(function_.getParent()->getDataLayout().getTypeStoreSize(type)), line});
}

void Writes::log(IRBuilderBase& builder, Instruction& write, Value* line) const {
  const DataLayout& layout = function_.getParent()->getDataLayout();
  const auto block = [&](Value* address, Value* length) {
    hooks_->call(builder, "block", {address, length, line});
  };
  if (isa<StoreInst>(write)) {
    log_store(builder, write, line);
  } else if (auto* set = dyn_cast<AnyMemSetInst>(&write)) {
    hooks_->call(builder, "fill",
                 {set->getRawDest(), set->getValue(),
                  builder.CreateZExtOrTrunc(set->getLength(), builder.getInt64Ty()), line});
  } else if (auto* transfer = dyn_cast<AnyMemTransferInst>(&write)) {
    block(transfer->getRawDest(), builder.CreateZExtOrTrunc(transfer->getLength(), builder.getInt64Ty()));
  } else if (auto* update = dyn_cast<AtomicRMWInst>(&write)) {
    block(update->getPointerOperand(), builder.getInt64(layout.getTypeStoreSize(update->getType())));
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&write)) {
    Value* size = builder.getInt64(layout.getTypeStoreSize(exchange->getNewValOperand()->getType()));
    Value* is_done = builder.CreateExtractValue(exchange, 1);
    block(exchange->getPointerOperand(), builder.CreateSelect(is_done, size, builder.getInt64(0)));
  } else if (isa<VAStartInst>(write) || isa<VACopyInst>(write)) {
    block(cast<CallBase>(write).getArgOperand(0), builder.getInt64(kArgumentListSize));
  } else if (writes_by_assembler(write)) {
    log_assembler(builder, write, line);
  }
}

void Writes::log_arrays(Instruction* at) const {
  const DataLayout& layout = function_.getParent()->getDataLayout();
  for (AllocaInst* array : arrays_) {
    const bool is_static = array->isStaticAlloca();
    IRBuilder<> builder(is_static ? at : array->getNextNode());
    if (!builder.getCurrentDebugLocation()) builder.SetCurrentDebugLocation(at->getDebugLoc());
    Value* size = builder.CreateMul(builder.CreateZExtOrTrunc(array->getArraySize(), builder.getInt64Ty()),
                                    builder.getInt64(layout.getTypeAllocSize(array->getAllocatedType())));
    hooks_->call(builder, "array", {array, size, builder.getInt32(0)});
  }
}

/// Objects that the caller put on the stack: written by the call itself, before the function is entered.
void Writes::log_memory_arguments() const {
  const DataLayout& layout = function_.getParent()->getDataLayout();
  IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (Argument& argument : function_.args())
    if (argument.hasByValAttr())
      hooks_->call(builder, "block",
                   {&argument, builder.getInt64(layout.getTypeAllocSize(argument.getParamByValType())),
                    builder.getInt32(0)});
}

void Writes::record(const Hooks& hooks, ModuleTables& tables, Globals& globals, LineOf line,
                    Instruction* enter) {
  hooks_ = &hooks;
  tables_ = &tables;
  globals_ = &globals;
  const BasicBlock* entry = enter ? enter->getParent() : nullptr;
  log_memory_arguments();
  if (enter) log_arrays(enter);
  for (Instruction* write : writes_) {
    const bool in_prologue =
        entry && write->getParent() == entry && write != enter && write->comesBefore(enter);
    Value* address = written_address(*write);
    const bool is_atomic = address && write->isAtomic();
    if (is_atomic || is_ordered(*write, true)) {
      IRBuilder<> builder(write);
      is_atomic ? hooks.call(builder, "atomic", {address}) : hooks.call(builder, "order", {});
    }
    Instruction* after = in_prologue ? enter : write->getNextNode();
    if (auto* invoke = dyn_cast<InvokeInst>(write)) after = &*invoke->getNormalDest()->getFirstInsertionPt();
    if (!after) continue;
    IRBuilder<> builder(after);
    builder.SetCurrentDebugLocation(write->getDebugLoc() ? write->getDebugLoc() : after->getDebugLoc());
    if (address || writes_by_assembler(*write)) log(builder, *write, line(builder, *write));
    if (is_atomic)
      hooks.call(builder, "atomic_end", {address});
    else if (is_ordered(*write, false))
      hooks.call(builder, "order", {});
  }
}

}  // namespace culprit::pass
