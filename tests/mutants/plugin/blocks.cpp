// Operators that jump: removed calls and early returns.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "tests/mutants/plugin/operators.h"

namespace culprit::mutants {

using namespace llvm;

namespace {

bool is_removable(const CallBase& call) {
  const Function* target = call.getCalledFunction();
  if (!call.getType()->isVoidTy() || !target || target->isIntrinsic() || call.doesNotReturn() ||
      call.isMustTailCall() || isa<CallBrInst>(call) || is_support_call(call) ||
      is_constructor_or_destructor(*target))
    return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.paramHasAttr(i, Attribute::StructRet)) return false;
  const auto* invoke = dyn_cast<InvokeInst>(&call);
  return !invoke || !isa<PHINode>(invoke->getNormalDest()->front());
}

/// Puts the call into a block of its own. Gives the block behind it.
BasicBlock* isolate(CallBase& call) {
  BasicBlock* own = SplitBlock(call.getParent(), &call);
  own->setName("mutant.call");
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) return invoke->getNormalDest();
  // Declarations between the call and what follows go with the latter: else they would lie in the optional block.
  BasicBlock::iterator rest = std::next(call.getIterator());
  rest.setHeadBit(true);
  BasicBlock* next = SplitBlock(own, rest);
  next->setName("mutant.next");
  return next;
}

void branch_at_end(BasicBlock& block, Value* on, BasicBlock* then, const Instruction& site) {
  Instruction* jump = block.getTerminator();
  BranchInst* choice = BranchInst::Create(then, jump->getSuccessor(0), on, jump->getIterator());
  choice->setDebugLoc(site.getDebugLoc());
  jump->eraseFromParent();
}

bool starts_with_one_of(StringRef name, std::initializer_list<StringRef> beginnings) {
  return std::ranges::any_of(beginnings, [&](StringRef beginning) { return name.starts_with(beginning); });
}

}  // namespace

bool is_constructor_or_destructor(const Function& function) {
  ItaniumPartialDemangler name;
  return !name.partialDemangle(function.getName().str().c_str()) && name.isCtorOrDtor();
}

bool is_support_call(const CallBase& call) {
  const Function* target = call.getCalledFunction();
  return target && starts_with_one_of(target->getName(), {"_Znw", "_Zna", "_Zdl", "_Zda", "__", "_Unwind"});
}

void remove_call(Sites& sites, Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || !is_removable(*call)) return;
  IRBuilder<> builder = before(*call);
  Value* on = sites.is_on(builder, *call, "call", "removed " + call->getCalledFunction()->getName());
  BasicBlock* head = call->getParent();
  BasicBlock* next = isolate(*call);
  branch_at_end(*head, on, next, *call);
}

bool may_return_early(Function& function) {
  if (function.hasFnAttribute(Attribute::NoReturn) || function.getReturnType()->isStructTy()) return false;
  for (const Argument& argument : function.args())
    if (argument.hasStructRetAttr()) return false;
  for (const Instruction& instruction : instructions(function)) {
    if (isa<InvokeInst, LandingPadInst>(instruction)) return false;
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call && call->getCalledFunction() && is_constructor_or_destructor(*call->getCalledFunction()))
      return false;
  }
  return true;
}

std::vector<Instruction*> statement_begins(Function& function) {
  std::vector<Instruction*> begins;
  for (BasicBlock& block : function) {
    // A body's beginning stays one block: the recorder follows it to find where a pass begins.
    if (starts_with_one_of(block.getName(), {"for.body", "while.body"})) {
      if (location(*block.getTerminator())) begins.push_back(block.getTerminator());
    } else if (starts_with_one_of(block.getName(), {"if.end", "if.then", "for.end", "while.end"})) {
      for (Instruction& instruction : block) {
        if (isa<PHINode>(instruction) || !location(instruction)) continue;
        if (!instruction.isTerminator()) begins.push_back(&instruction);
        break;
      }
    }
  }
  return begins;
}

void return_early(Sites& sites, Instruction& instruction) {
  IRBuilder<> builder = before(instruction);
  Value* on = sites.is_on(builder, instruction, "return", "early");
  BasicBlock* head = instruction.getParent();
  BasicBlock* rest = SplitBlock(head, &instruction);
  rest->setName("mutant.rest");
  BasicBlock* leave = BasicBlock::Create(head->getContext(), "mutant.return", head->getParent(), rest);
  IRBuilder<> leaving(leave);
  leaving.SetCurrentDebugLocation(instruction.getDebugLoc());
  Type* type = head->getParent()->getReturnType();
  type->isVoidTy() ? leaving.CreateRetVoid() : leaving.CreateRet(Constant::getNullValue(type));
  branch_at_end(*head, on, leave, instruction);
}

}  // namespace culprit::mutants
