#include "recorders/cxx/pass/reads.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/known_reads.h"
#include "recorders/cxx/pass/private_variables.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// As System V has it for x86-64.
constexpr std::uint64_t kArgumentListSize = 24;

const Value* without_offsets(const Value* address) {
  for (unsigned i = 0; i < 16; ++i) {
    const auto* part = dyn_cast<GEPOperator>(address);
    if (!part) break;
    address = part->getPointerOperand();
  }
  return address;
}

bool is_call_of(const Value* value, StringRef prefix) {
  const auto* call = dyn_cast<CallBase>(value);
  const Function* target = call ? call->getCalledFunction() : nullptr;
  return target && target->getName().starts_with(prefix);
}

/// The C library's tables of characters, found by a call.
bool is_character_table(const Value* base) {
  if (const auto* load = dyn_cast<LoadInst>(base)) base = load->getPointerOperand();
  return is_call_of(base, "__ctype_");
}

/// What an object's virtual table holds: the pointer to the table was loaded by the compiler, which names it.
bool is_virtual_table(const Value* base) {
  return isa<LoadInst>(base) && base->getName().contains("vtable");
}

/// What cannot change: constants that are defined here, virtual tables and type infos; and what only the compiler asks, whether a
/// static variable was made.
bool is_constant(const Value* base) {
  const auto* global = dyn_cast<GlobalVariable>(base);
  if (!global) return is_character_table(base) || is_virtual_table(base);
  const StringRef name = global->getName();
  if (name.starts_with("_ZGV") || name.starts_with("_ZT")) return true;
  return global->isConstant() && global->hasInitializer();
}

/// Where an instruction reads; null if it does not, or in another address space, or in several places.
Value* read_address(Instruction& instruction) {
  Value* address = nullptr;
  if (auto* load = dyn_cast<LoadInst>(&instruction)) address = load->getPointerOperand();
  if (auto* copy = dyn_cast<AnyMemTransferInst>(&instruction)) address = copy->getRawSource();
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) address = update->getPointerOperand();
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) address = exchange->getPointerOperand();
  if (auto* copy = dyn_cast<VACopyInst>(&instruction)) address = copy->getSrc();
  if (auto* next = dyn_cast<VAArgInst>(&instruction)) address = next->getPointerOperand();
  if (!address || address->getType()->getPointerAddressSpace() != 0) return nullptr;
  return address;
}

bool is_vector_read(const CallBase& call) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic || !intrinsic->mayReadFromMemory()) return false;
  const Intrinsic::ID id = intrinsic->getIntrinsicID();
  return id == Intrinsic::masked_load || id == Intrinsic::masked_gather ||
         id == Intrinsic::masked_expandload ||
         (intrinsic->getCalledFunction()->getName().starts_with("llvm.x86.") &&
          !intrinsic->getType()->isVoidTy());
}

bool has_object(const CallBase& call) {
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i)) return true;
  return false;
}

bool may_read(const CallBase& call) {
  return (call.isInlineAsm() && !isa<CallBrInst>(call)) || is_vector_read(call) || has_object(call) ||
         reads_as_known(call);
}

/// Behind a load: and behind the hook that orders it among the threads, if it has one.
Instruction* behind(Instruction& load) {
  Instruction* next = load.getNextNode();
  return is_call_of(next, "culprit_cxx_order") ? next->getNextNode() : next;
}

}  // namespace

Reads::Reads(Function& function, bool is_node) : function_(function) {
  // A coroutine's variables outlive its frame.
  const bool has_frame_of_its_own = !is_node && !function.isPresplitCoroutine();
  SmallDenseMap<const AllocaInst*, bool> privates;
  const auto hidden = [&](const Value* address) {
    const AllocaInst* variable = variable_behind(address);
    if (!variable) return is_constant(without_offsets(address));
    if (has_frame_of_its_own) return true;
    const auto [at, is_new] = privates.try_emplace(variable, false);
    if (is_new) at->second = is_private(*variable, false);
    return at->second;
  };
  for (Instruction& instruction : instructions(function)) {
    if (instruction.hasMetadata(LLVMContext::MD_nosanitize)) continue;
    const Value* address = read_address(instruction);
    const auto* call = address ? nullptr : dyn_cast<CallBase>(&instruction);
    if (address ? !hidden(address) : call && may_read(*call)) reads_.push_back(&instruction);
  }
}

void Reads::log_bytes(IRBuilderBase& builder, Value* address, Type* type) const {
  log_bytes(builder, address,
            function_.getParent()->getDataLayout().getTypeStoreSize(type).getKnownMinValue());
}

void Reads::log_bytes(IRBuilderBase& builder, Value* address, std::uint64_t size) const {
  const bool is_short = size == 1 || size == 2 || size == 4 || size == 8;
  if (is_short && !with_values_)
    hooks_->call(builder, "read" + std::to_string(size), {address});
  else
    hooks_->call(builder, "readn", {address, builder.getInt64(size)});
}

void Reads::log_load(Instruction& load) const {
  Instruction* after = behind(load);
  IRBuilder<> builder(after);
  builder.SetCurrentDebugLocation(load.getDebugLoc() ? load.getDebugLoc() : after->getDebugLoc());
  Value* address = cast<LoadInst>(load).getPointerOperand();
  // Its writers are not recorded.
  if (is_call_of(address, "__errno_location")) return hooks_->call(builder, "read_errno", {address});
  log_bytes(builder, address, load.getType());
}

/// Operands that the statement reads through a pointer carry the type of what lies there. Those behind the inputs are labels.
void Reads::log_assembler(CallBase& call) const {
  IRBuilder<> builder(&call);
  unsigned argument = 0;
  for (const auto& constraint : cast<InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    const bool is_input = constraint.Type == InlineAsm::isInput;
    if (!is_input && !(constraint.Type == InlineAsm::isOutput && constraint.isIndirect)) continue;
    if (argument >= call.arg_size()) return;
    Type* type = is_input && constraint.isIndirect ? call.getParamElementType(argument) : nullptr;
    if (type && type->isSized()) log_bytes(builder, call.getArgOperand(argument), type);
    ++argument;
  }
}

/// Lane by lane, as far as the mask is known to be one; else all that the result has room for.
void Reads::log_vector(CallBase& call) const {
  IRBuilder<> builder(&call);
  auto* type = dyn_cast<FixedVectorType>(call.getType());
  const Intrinsic::ID id = cast<IntrinsicInst>(call).getIntrinsicID();
  const bool is_load = id == Intrinsic::masked_load, is_gather = id == Intrinsic::masked_gather;
  if (!type || (!is_load && !is_gather)) {
    for (Value* argument : call.args())
      if (argument->getType()->isPointerTy()) log_bytes(builder, argument, call.getType());
    return;
  }
  Value* from = call.getArgOperand(0);
  Value* mask = call.getArgOperand(2);
  const std::uint64_t size = function_.getParent()->getDataLayout().getTypeStoreSize(type->getElementType());
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    Value* address = is_gather ? builder.CreateExtractElement(from, lane)
                               : builder.CreatePtrAdd(from, builder.getInt64(lane * size));
    Value* is_on = builder.CreateExtractElement(mask, lane);
    hooks_->call(builder, "readn",
                 {address, builder.CreateSelect(is_on, builder.getInt64(size), builder.getInt64(0))});
  }
}

void Reads::log_call(CallBase& call) const {
  if (call.isInlineAsm()) return log_assembler(call);
  if (is_vector_read(call)) return log_vector(call);
  IRBuilder<> builder(&call);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.isByValArgument(i))
      hooks_->call(
          builder, "readn",
          {call.getArgOperand(i), builder.getInt64(function_.getParent()->getDataLayout().getTypeAllocSize(
                                      call.getParamByValType(i)))});
  if (reads_as_known(call)) record_known_reads(*hooks_, call);
}

void Reads::log(Instruction& read) const {
  if (isa<LoadInst>(read)) return log_load(read);
  IRBuilder<> builder(&read);
  if (auto* copy = dyn_cast<AnyMemTransferInst>(&read)) {
    // Mostly objects of known size, and small ones.
    if (const auto* size = dyn_cast<ConstantInt>(copy->getLength()))
      return log_bytes(builder, copy->getRawSource(), size->getZExtValue());
    hooks_->call(builder, "readn",
                 {copy->getRawSource(), builder.CreateZExtOrTrunc(copy->getLength(), builder.getInt64Ty())});
  } else if (auto* update = dyn_cast<AtomicRMWInst>(&read)) {
    log_bytes(builder, update->getPointerOperand(), update->getType());
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&read)) {
    log_bytes(builder, exchange->getPointerOperand(), exchange->getCompareOperand()->getType());
  } else if (isa<VACopyInst>(read) || isa<VAArgInst>(read)) {
    hooks_->call(builder, "readn", {read_address(read), builder.getInt64(kArgumentListSize)});
  } else {
    log_call(cast<CallBase>(read));
  }
}

void Reads::record(const Hooks& hooks, bool with_values) {
  hooks_ = &hooks;
  with_values_ = with_values;
  for (Instruction* read : reads_) log(*read);
}

}  // namespace culprit::pass
