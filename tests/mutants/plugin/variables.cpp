// Operators on variables: what is read, passed and stored.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "tests/mutants/plugin/operators.h"

namespace culprit::mutants {

using namespace llvm;

namespace {

/// An argument that the source computes or loads: neither the address of a local nor a constant.
bool is_value(const CallBase& call, unsigned argument) {
  const Value* value = call.getArgOperand(argument);
  const Value* base = value->getType()->isPointerTy() ? value->stripInBoundsConstantOffsets() : value;
  return !isa<AllocaInst>(base) && !isa<Constant>(base) &&
         !call.paramHasAttr(argument, Attribute::StructRet) && !call.isByValArgument(argument);
}

bool has_this(const CallBase& call) {
  const Function* target = call.getCalledFunction();
  return target && target->arg_size() > 0 && target->getArg(0)->getName() == "this";
}

}  // namespace

void use_other_variable(Sites& sites, Instruction& instruction, const Locals& locals,
                        const DominatorTree& dominators) {
  auto* load = dyn_cast<LoadInst>(&instruction);
  const Local* own = load && load->isSimple() ? locals.find(load->getPointerOperand()) : nullptr;
  if (!own || load->getType() != own->slot->getAllocatedType()) return;
  for (const Local& other : locals.all()) {
    if (other.slot == own->slot || other.variable->getType() != own->variable->getType() ||
        other.slot->getAllocatedType() != load->getType() || !dominators.dominates(other.declared_at, load))
      continue;
    std::vector<Use*> uses;
    for (Use& use : load->uses()) uses.push_back(&use);
    IRBuilder<> builder(load->getNextNode());
    builder.SetCurrentDebugLocation(load->getDebugLoc());
    Value* on = sites.is_on(builder, *load, "variable",
                            own->variable->getName() + Twine(" to ") + other.variable->getName());
    Value* instead = builder.CreateFreeze(load_added(builder, load->getType(), other.slot));
    Value* choice = builder.CreateSelect(on, instead, load);
    for (Use* use : uses) use->set(choice);
    return;
  }
}

void swap_arguments(Sites& sites, Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm() || is_support_call(*call)) return;
  for (unsigned i = has_this(*call) ? 1 : 0; i + 1 < call->arg_size(); ++i) {
    Value *first = call->getArgOperand(i), *second = call->getArgOperand(i + 1);
    if (first->getType() != second->getType() || first == second || first->getType()->isMetadataTy() ||
        !is_value(*call, i) || !is_value(*call, i + 1))
      continue;
    IRBuilder<> builder = before(*call);
    Value* on = sites.is_on(builder, *call, "arguments", "swapped " + Twine(i + 1) + " and " + Twine(i + 2));
    call->setArgOperand(i, builder.CreateSelect(on, second, first));
    call->setArgOperand(i + 1, builder.CreateSelect(on, first, second));
    return;
  }
}

/// The write stays, of what lay there: no new block, and the variable keeps its kind.
void remove_store(Sites& sites, Instruction& instruction, const Locals& locals) {
  auto* store = dyn_cast<StoreInst>(&instruction);
  if (!store || !store->isSimple()) return;
  Value *to = store->getPointerOperand(), *value = store->getValueOperand();
  const Local* local = locals.find(to);
  if (isa<AllocaInst>(to) && (!local || isa<Argument>(value))) return;
  if (isa<AllocaInst>(value)) return;
  // The recorder looks for the constant where an object gets its virtual table.
  if (value->getType()->isPointerTy() && value->stripInBoundsConstantOffsets()->getName().starts_with("_ZTV"))
    return;
  const bool is_first = local && local->first_store == store;
  IRBuilder<> builder = before(*store);
  Value* on = sites.is_on(builder, *store, is_first ? "initialisation" : "store", "removed");
  Value* old = builder.CreateFreeze(load_added(builder, value->getType(), to));
  store->setOperand(0, builder.CreateSelect(on, old, value));
}

}  // namespace culprit::mutants
