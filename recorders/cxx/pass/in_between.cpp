#include "recorders/cxx/pass/in_between.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/pass/library.h"
#include "recorders/cxx/pass/private_variables.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// Library functions that are never compared, but call the program back, or write.
bool calls_or_writes(const Function& function) {
  static const StringSet<> names{"exit",         "quick_exit",      "bsearch",      "fork",
                                 "pthread_exit", "__cxa_end_catch", "calloc",       "realloc",
                                 "reallocarray", "pthread_create",  "pthread_join", "thrd_create",
                                 "thrd_join"};
  return function.getName().starts_with("culprit_wrap_") || names.contains(function.getName());
}

bool matters_by_itself(const Function& declaration) {
  return is_harmless(declaration) ? calls_or_writes(declaration) : !declaration.isIntrinsic();
}

/// A write that others may see: not to a variable of the function's own.
bool writes(const Instruction& instruction) {
  const Value* address = nullptr;
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) address = store->getPointerOperand();
  if (const auto* block = dyn_cast<AnyMemIntrinsic>(&instruction)) address = block->getRawDest();
  if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction)) return true;
  if (const auto* call = dyn_cast<CallBase>(&instruction)) return call->isInlineAsm() || address;
  return address && !variable_behind(address);
}

}  // namespace

const Function* named_target(const CallBase& call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

bool is_real_call(const CallBase& call) {
  return !isa<IntrinsicInst>(call) && !call.isInlineAsm() && !isa<CallBrInst>(call);
}

InBetween::InBetween(const Module& module, IsNode is_node) {
  DenseMap<const Function*, SmallVector<const Function*, 4>> callers;
  SmallVector<const Function*, 32> open;
  const auto note = [&](const Function& function) {
    if (matters_.insert(&function).second) open.push_back(&function);
  };
  for (const Function& function : module) {
    if (function.isDeclaration() || is_node(function)) continue;
    for (const Instruction& instruction : instructions(function)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (writes(instruction)) writes_.insert(&function), note(function);
      if (!call || !is_real_call(*call)) continue;
      const Function* target = named_target(*call);
      if (!target || is_node(*target) || (target->isDeclaration() && matters_by_itself(*target)))
        note(function);
      else if (!target->isDeclaration())
        callers[target].push_back(&function);
    }
  }
  while (!open.empty())
    for (const Function* caller : callers[open.pop_back_val()]) note(*caller);
}

bool InBetween::matters(const Function& function) const {
  return function.isDeclaration() ? matters_by_itself(function) : matters_.contains(&function);
}

const Function* InBetween::node_behind(const Function& function, IsNode is_node) const {
  // Who passes its call on is short, and so is the way.
  constexpr unsigned kMost = 8;
  SmallPtrSet<const Function*, 8> seen;
  SmallVector<const Function*, 8> open{&function};
  const Function* found = nullptr;
  while (!open.empty()) {
    const Function* now = open.pop_back_val();
    if (is_node(*now)) {
      if (found && found != now) return nullptr;
      found = now;
      continue;
    }
    if (now->isDeclaration() || writes_.contains(now) || seen.size() == kMost) return nullptr;
    if (!seen.insert(now).second) continue;
    for (const Instruction& instruction : instructions(*now)) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (!call || !is_real_call(*call)) continue;
      const Function* target = named_target(*call);
      if (!target) return nullptr;
      if (matters(*target) || is_node(*target)) open.push_back(target);
    }
  }
  return found;
}

}  // namespace culprit::pass
