#include "recorders/cxx/pass/foreign_calls.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdlib>

#include "recorders/cxx/abi.h"
#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/library.h"
#include "recorders/cxx/pass/values.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// Of large objects only so much is compared.
constexpr std::uint64_t kMostCompared = 65536;
/// Larger objects, such as streams, have holes, which would be logged with whatever lay there.
constexpr std::uint64_t kMostMade = 32;

bool is_out_of_module(const CallBase& call) {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm() || isa<CallBrInst>(call)) return false;
  const auto* target = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  return !target || (target->isDeclaration() && !is_harmless(*target));
}

bool may_be_foreign(const CallBase& call) {
  return is_out_of_module(call) && !call.isMustTailCall() && !call.doesNotReturn() && !call.onlyReadsMemory();
}

/// It writes all of its object, whatever bytes were there before.
bool is_constructor(const CallBase& call) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  ItaniumPartialDemangler name;
  if (!callee || call.arg_empty() || name.partialDemangle(callee->getName().str().c_str()) ||
      !name.isCtorOrDtor())
    return false;
  char* base = name.getFunctionBaseName(nullptr, nullptr);
  const bool is_made = base && *base != '~';
  std::free(base);
  return is_made;
}

/// Members of classes that lead to the library's own memory only (a stream's state, locales and what is in them), but for words that
/// nobody has written: what these lead to would count as read.
bool is_shallow(const CallBase& call) {
  constexpr StringRef kClasses[] = {"St8ios_base", "St6locale", "St5ctypeI"};
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  StringRef name = callee ? callee->getName() : "";
  if (!name.consume_front("_ZNK") && !name.consume_front("_ZN")) return false;
  return any_of(kClasses, [&](StringRef type) { return name.starts_with(type); });
}

std::uint32_t count_of(const CallBase& call, const std::vector<Pointer>& pointers) {
  return static_cast<std::uint32_t>(pointers.size()) | (is_shallow(call) ? CULPRIT_CXX_SHALLOW : 0);
}

}  // namespace

std::vector<CallBase*> ForeignCalls::find(Function& function) {
  std::vector<CallBase*> found;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call && may_be_foreign(*call)) found.push_back(call);
  return found;
}

std::vector<CallBase*> ForeignCalls::find_reading(Function& function) {
  std::vector<CallBase*> found;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction);
        call && is_out_of_module(*call) && !may_be_foreign(*call) && !call->doesNotAccessMemory())
      found.push_back(call);
  return found;
}

void ForeignCalls::record_reading(CallBase& call) const {
  const std::vector<Pointer> pointers = pointers_of(call);
  if (pointers.empty()) return;
  IRBuilder<> builder(&call);
  Value* list = argument_list(builder, pointers, "culprit.pointers");
  hooks_.call(builder, "reached",
              {call.getCalledOperand(), list, builder.getInt32(count_of(call, pointers))});
}

/// One for each function that is called by name, one for each place that calls through a pointer.
Constant* ForeignCalls::place_of(const CallBase& call) {
  const Value* target = call.getCalledOperand()->stripPointerCasts();
  const Value* key = isa<Function>(target) ? target : &call;
  Constant*& place = places_[key];
  if (!place) {
    auto* pointer = PointerType::getUnqual(module_.getContext());
    place = new GlobalVariable(module_, pointer, false, GlobalValue::InternalLinkage,
                               ConstantPointerNull::get(pointer), "culprit.callee");
  }
  return place;
}

std::vector<Pointer> ForeignCalls::pointers_of(CallBase& call) const {
  const DataLayout& layout = module_.getDataLayout();
  const bool is_made = is_constructor(call);
  std::vector<Pointer> pointers;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy() || argument->getType()->getPointerAddressSpace() != 0) continue;
    Value* root = argument->stripInBoundsConstantOffsets();
    std::uint64_t length = call.getParamDereferenceableBytes(i);
    if (const auto* variable = dyn_cast<AllocaInst>(root)) {
      const auto size = variable->getAllocationSize(layout);
      if (size && !size->isScalable()) length = size->getFixedValue();
      argument = root;
    } else if (const auto* global = dyn_cast<GlobalVariable>(root)) {
      if (global->isConstant() || global->isThreadLocal()) continue;
      length = global->getValueType()->isSized()
                   ? layout.getTypeAllocSize(global->getValueType()).getFixedValue()
                   : 0;
      argument = root;
    } else if (isa<Constant>(root)) {
      continue;
    }
    const std::uint64_t flags = i == 0 && is_made ? CULPRIT_CXX_NEW : 0;
    pointers.push_back({argument, std::min(length, kMostCompared) | flags});
  }
  if (const std::uint64_t bytes = is_made ? call.getParamDereferenceableBytes(0) : 0;
      bytes > 0 && bytes <= kMostMade)
    pointers.push_back({call.getArgOperand(0), bytes | CULPRIT_CXX_MADE | CULPRIT_CXX_NEW});
  return pointers;
}

void ForeignCalls::record(CallBase& call, std::uint32_t line) {
  Constant* place = place_of(call);
  const std::vector<Pointer> pointers = pointers_of(call);
  IRBuilder<> builder(&call);
  Value* target = call.getCalledOperand();
  Value* flag = frame_slot(builder, builder.getInt32Ty(), "culprit.foreign");
  builder.CreateStore(builder.getInt32(0), flag);
  Value* unknown = builder.CreateICmpNE(builder.CreateLoad(builder.getPtrTy(), place), target);
  MDNode* rarely = MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
  Instruction* ask = SplitBlockAndInsertIfThen(unknown, call.getIterator(), false, rarely);
  IRBuilder<> asking(ask);
  asking.SetCurrentDebugLocation(call.getDebugLoc());
  Value* list = argument_list(asking, pointers, "culprit.pointers");
  asking.CreateStore(hooks_.ask(asking, "call",
                                {place, target, Hooks::frame(asking), list,
                                 asking.getInt32(count_of(call, pointers)), asking.getInt32(line)}),
                     flag);

  Instruction* after = call.getNextNode();
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    BasicBlock* normal = invoke->getNormalDest();
    if (!normal->getSinglePredecessor()) normal = SplitEdge(invoke->getParent(), normal);
    after = &*normal->getFirstInsertionPt();
  }
  if (!after) return;
  IRBuilder<> later(after);
  Value* was_foreign = later.CreateICmpNE(later.CreateLoad(later.getInt32Ty(), flag), later.getInt32(0));
  Instruction* compare = SplitBlockAndInsertIfThen(was_foreign, after->getIterator(), false, rarely);
  IRBuilder<> comparing(compare);
  comparing.SetCurrentDebugLocation(call.getDebugLoc());
  hooks_.call(comparing, "return", {Hooks::frame(comparing), comparing.getInt32(line)});
}

}  // namespace culprit::pass
