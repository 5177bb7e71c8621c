// Operators on values: each is a select between two results.
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <vector>

#include "tests/mutants/plugin/operators.h"

namespace culprit::mutants {

using namespace llvm;

namespace {

/// Whoever uses the original gets the choice; `make` builds what the mutant has instead.
void choose(Sites& sites, Instruction& original, StringRef kind, const Twine& change,
            function_ref<Value*(IRBuilder<>&)> make) {
  std::vector<Use*> uses;
  for (Use& use : original.uses()) uses.push_back(&use);
  IRBuilder<> builder(original.getNextNode());
  builder.SetCurrentDebugLocation(original.getDebugLoc());
  Value* on = sites.is_on(builder, original, kind, change);
  Value* choice = builder.CreateSelect(on, make(builder), &original);
  for (Use* use : uses) use->set(choice);
}

bool is_number(const Type* type) {
  return (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) || type->isFloatTy() || type->isDoubleTy();
}

/// Operands that stand in the source; of a call its arguments.
unsigned operands(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call ? call->arg_size() : instruction.getNumOperands();
}

void change_constant(Sites& sites, Instruction& user, unsigned operand, Constant* to, StringRef change) {
  IRBuilder<> builder = before(user);
  Value* on = sites.is_on(builder, user, "constant", change);
  user.setOperand(operand, builder.CreateSelect(on, to, user.getOperand(operand)));
}

void change_integer(Sites& sites, Instruction& user, unsigned operand, const ConstantInt& number) {
  const auto becomes = [&](const APInt& value, StringRef how) {
    SmallString<32> text;
    number.getBitWidth() == 1 ? text.assign(number.isOne() ? "true" : "false")
                              : number.getValue().toStringSigned(text);
    change_constant(sites, user, operand, ConstantInt::get(number.getContext(), value),
                    (text + " " + how).str());
  };
  const APInt& value = number.getValue();
  // A bool is one bit, or a byte that may only be 0 or 1.
  const bool may_be_bool = number.getBitWidth() == 1 || (number.getBitWidth() == 8 && value.ule(1));
  if (may_be_bool) return becomes(value ^ 1, "negated");
  becomes(value + 1, "plus 1");
  becomes(value - 1, "minus 1");
  if (value.ugt(1)) becomes(APInt(value.getBitWidth(), 0), "to 0");
}

void change_float(Sites& sites, Instruction& user, unsigned operand, const ConstantFP& number) {
  const auto becomes = [&](const APFloat& value, StringRef how) {
    SmallString<32> text;
    number.getValueAPF().toString(text);
    change_constant(sites, user, operand, ConstantFP::get(number.getContext(), value),
                    (text + " " + how).str());
  };
  const APFloat one(number.getValueAPF().getSemantics(), 1);
  becomes(number.getValueAPF() + one, "plus 1");
  becomes(number.getValueAPF() - one, "minus 1");
}

/// Numbers that no source has: flags of clean-ups and the like are stored where no variable is.
bool has_source_constants(const Instruction& user, const Locals& locals) {
  if (const auto* call = dyn_cast<CallBase>(&user)) return !is_support_call(*call);
  if (const auto* store = dyn_cast<StoreInst>(&user)) {
    const Value* to = store->getPointerOperand();
    return !isa<AllocaInst>(to) || locals.find(to) || to->getName().starts_with("retval");
  }
  return isa<BinaryOperator, CmpInst, ReturnInst>(user);
}

}  // namespace

void replace_arithmetic(Sites& sites, Instruction& instruction) {
  using I = Instruction;
  // None that could trap where the original does not.
  static const std::map<unsigned, unsigned> kOther{
      {I::Add, I::Sub},   {I::Sub, I::Add},   {I::Mul, I::Add},  {I::SDiv, I::Mul},  {I::UDiv, I::Mul},
      {I::SRem, I::SDiv}, {I::URem, I::UDiv}, {I::Shl, I::LShr}, {I::LShr, I::Shl},  {I::AShr, I::Shl},
      {I::And, I::Or},    {I::Or, I::And},    {I::Xor, I::Or},   {I::FAdd, I::FSub}, {I::FSub, I::FAdd},
      {I::FMul, I::FDiv}, {I::FDiv, I::FMul}, {I::FRem, I::FDiv}};
  const auto other = kOther.find(instruction.getOpcode());
  if (other == kOther.end() || !is_number(instruction.getType()) || instruction.getType()->isIntegerTy(1))
    return;
  const bool is_bitwise = instruction.isBitwiseLogicOp() || instruction.isShift();
  choose(sites, instruction, is_bitwise ? "bitwise" : "arithmetic",
         Twine(instruction.getOpcodeName()) + " to " + Instruction::getOpcodeName(other->second),
         [&](IRBuilder<>& b) {
           return b.CreateBinOp(static_cast<Instruction::BinaryOps>(other->second), instruction.getOperand(0),
                                instruction.getOperand(1));
         });
}

void replace_comparison(Sites& sites, Instruction& instruction) {
  using C = CmpInst;
  static const std::map<unsigned, C::Predicate> kOther{
      {C::ICMP_SLT, C::ICMP_SLE}, {C::ICMP_SLE, C::ICMP_SLT}, {C::ICMP_SGT, C::ICMP_SGE},
      {C::ICMP_SGE, C::ICMP_SGT}, {C::ICMP_ULT, C::ICMP_ULE}, {C::ICMP_ULE, C::ICMP_ULT},
      {C::ICMP_UGT, C::ICMP_UGE}, {C::ICMP_UGE, C::ICMP_UGT}, {C::ICMP_EQ, C::ICMP_NE},
      {C::ICMP_NE, C::ICMP_EQ},   {C::FCMP_OLT, C::FCMP_OLE}, {C::FCMP_OLE, C::FCMP_OLT},
      {C::FCMP_OGT, C::FCMP_OGE}, {C::FCMP_OGE, C::FCMP_OGT}, {C::FCMP_OEQ, C::FCMP_UNE},
      {C::FCMP_UNE, C::FCMP_OEQ}};
  auto* comparison = dyn_cast<CmpInst>(&instruction);
  const auto other = comparison ? kOther.find(comparison->getPredicate()) : kOther.end();
  if (other == kOther.end() || comparison->getType()->isVectorTy()) return;
  choose(sites, instruction, "relational",
         CmpInst::getPredicateName(comparison->getPredicate()) + Twine(" to ") +
             CmpInst::getPredicateName(other->second),
         [&](IRBuilder<>& b) {
           return b.CreateCmp(other->second, comparison->getOperand(0), comparison->getOperand(1));
         });
}

void negate_condition(Sites& sites, Instruction& instruction) {
  auto* branch = dyn_cast<BranchInst>(&instruction);
  if (!branch || !branch->isConditional()) return;
  // Branches that no source has: return slots, clean-ups, loops over the elements of arrays, guards of statics.
  for (const BasicBlock* block : {branch->getSuccessor(0), branch->getSuccessor(1), branch->getParent()})
    for (const StringRef name :
         {"nrvo", "cleanup", "arraydestroy", "arrayinit", "arrayctor", "delete.", "init.check", "ehcleanup",
          "catch", "terminate", "new.", "dynamic_cast", "cast."})
      if (block->getName().starts_with(name)) return;
  IRBuilder<> builder = before(*branch);
  Value* on = sites.is_on(builder, *branch, "condition", "negated");
  branch->setCondition(builder.CreateXor(branch->getCondition(), on));
}

/// `a && b` as a value is a branch, to where `b` is worked out or to a phi of that and a constant. With the branch and its constant
/// negated it is `a || b`, and the other way round.
void replace_logical(Sites& sites, Instruction& instruction) {
  auto* branch = dyn_cast<BranchInst>(&instruction);
  if (!branch || !branch->isConditional()) return;
  for (BasicBlock* end : branch->successors()) {
    const bool is_and = end->getName().starts_with("land.end");
    auto* phi = dyn_cast<PHINode>(&end->front());
    if ((!is_and && !end->getName().starts_with("lor.end")) || !phi || !phi->getType()->isIntegerTy(1))
      continue;
    const auto* known = dyn_cast<ConstantInt>(phi->getIncomingValueForBlock(branch->getParent()));
    if (!known) continue;
    IRBuilder<> builder = before(*branch);
    Value* on = sites.is_on(builder, *branch, "logical", is_and ? "and to or" : "or to and");
    phi->setIncomingValueForBlock(branch->getParent(),
                                  builder.CreateXor(on, builder.getInt1(known->isOne())));
    branch->setCondition(builder.CreateXor(branch->getCondition(), on));
    return;
  }
}

void change_constants(Sites& sites, Instruction& instruction, const Locals& locals) {
  if (isa<IntrinsicInst>(instruction) || !has_source_constants(instruction, locals)) return;
  for (unsigned i = 0; i < operands(instruction); ++i) {
    const auto* binary = dyn_cast<BinaryOperator>(&instruction);
    if (binary && binary->isIntDivRem() && i == 1) continue;  // 0 would trap
    const Value* operand = instruction.getOperand(i);
    if (const auto* number = dyn_cast<ConstantInt>(operand); number && number->getBitWidth() <= 64)
      change_integer(sites, instruction, i, *number);
    if (const auto* number = dyn_cast<ConstantFP>(operand); number && is_number(number->getType()))
      change_float(sites, instruction, i, *number);
  }
}

void add_one(Sites& sites, Instruction& instruction) {
  const auto add = [&](unsigned operand, StringRef what) {
    Value* number = instruction.getOperand(operand);
    const bool is_plain = number->getType()->isIntegerTy(32) || number->getType()->isIntegerTy(64);
    if (!is_plain || isa<Constant>(number)) return;
    IRBuilder<> builder = before(instruction);
    Value* on = sites.is_on(builder, instruction, "off by one", what);
    instruction.setOperand(operand, builder.CreateAdd(number, builder.CreateZExt(on, number->getType())));
  };
  if (auto* index = dyn_cast<GetElementPtrInst>(&instruction))
    add(index->getNumOperands() - 1, "index");
  else if (isa<ReturnInst>(instruction) && instruction.getNumOperands() == 1)
    add(0, "result");
  else if (auto* call = dyn_cast<CallBase>(&instruction);
           call && !isa<IntrinsicInst>(call) && !is_support_call(*call))
    for (unsigned i = 0; i < call->arg_size(); ++i) add(i, "argument");
}

}  // namespace culprit::mutants
