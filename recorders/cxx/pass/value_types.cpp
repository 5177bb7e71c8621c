#include "recorders/cxx/pass/value_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/types.h"

namespace culprit::pass {
namespace {

using namespace llvm;

const DIType* pointer_to(LLVMContext& context, const DIType* element) {
  return DIDerivedType::get(context, dwarf::DW_TAG_pointer_type, StringRef(), nullptr, 0, nullptr,
                            const_cast<DIType*>(element), 64, 0, 0, std::nullopt, std::nullopt,
                            DINode::FlagZero);
}

const DIType* basic(LLVMContext& context, StringRef name, unsigned bits, unsigned encoding) {
  return DIBasicType::get(context, dwarf::DW_TAG_base_type, name, bits, 0, encoding, DINode::FlagZero);
}

const DIType* character(LLVMContext& context) {
  return basic(context, "char", 8, dwarf::DW_ATE_signed_char);
}

/// What a pointer of the type leads to; null if it is none, or leads to void.
const DIType* pointee(const DIType* type) {
  const DIType* bare = bare_type(type);
  return Types::is_pointer(bare) ? bare_type(cast<DIDerivedType>(bare)->getBaseType()) : nullptr;
}

const DIType* result_of(const DISubroutineType* type) {
  return type && type->getTypeArray().size() ? type->getTypeArray()[0] : nullptr;
}

const DIType* described(const GlobalVariable& variable) {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  return expressions.empty() ? nullptr : expressions.front()->getVariable()->getType();
}

/// The member, or base, that begins at so many bits of a class.
const DIType* member_at(const DIType* type, std::uint64_t bits) {
  const auto* composite = dyn_cast_or_null<DICompositeType>(bare_type(type));
  if (!composite || composite->getTag() == dwarf::DW_TAG_array_type) return nullptr;
  for (const auto* element : composite->getElements()) {
    const auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember() || member->isBitField() || member->getOffsetInBits() != bits)
      continue;
    if (member->getTag() == dwarf::DW_TAG_member) return bare_type(member->getBaseType());
    if (member->getTag() == dwarf::DW_TAG_inheritance && !(member->getFlags() & DINode::FlagVirtual))
      return bare_type(member->getBaseType());
  }
  return nullptr;
}

/// Of arrays of several dimensions debug info has no type for the rows.
const DIType* element_of(const DIType* type) {
  const auto* array = dyn_cast_or_null<DICompositeType>(bare_type(type));
  if (!array || array->getTag() != dwarf::DW_TAG_array_type || array->getElements().size() != 1)
    return nullptr;
  return bare_type(array->getBaseType());
}

/// A temporary of the compiler that holds a copy of an object.
const Value* copied_from(const AllocaInst& temporary) {
  const Value* source = nullptr;
  for (const User* user : temporary.users())
    if (const auto* copy = dyn_cast<MemTransferInst>(user); copy && copy->getRawDest() == &temporary) {
      if (source) return nullptr;
      source = copy->getRawSource();
    }
  return source;
}

bool is_text(const GlobalVariable& variable) {
  const auto* array = dyn_cast<ArrayType>(variable.getValueType());
  return variable.isConstant() && variable.hasGlobalUnnamedAddr() && array &&
         array->getElementType()->isIntegerTy(8);
}

}  // namespace

ValueTypes::ValueTypes(const std::vector<Variable>& variables) {
  for (const Variable& variable : variables)
    if (variable.expression->getNumElements() == 0)
      variables_.try_emplace(variable.address, variable.described->getType());
}

const DIType* ValueTypes::plain(const llvm::Type* type) {
  LLVMContext& context = type->getContext();
  if (type->isPointerTy()) return pointer_to(context, nullptr);
  if (type->isFloatTy()) return basic(context, "float", 32, dwarf::DW_ATE_float);
  if (type->isDoubleTy()) return basic(context, "double", 64, dwarf::DW_ATE_float);
  if (type->isX86_FP80Ty()) return basic(context, "long double", 128, dwarf::DW_ATE_float);
  if (!type->isIntegerTy()) return nullptr;
  switch (type->getIntegerBitWidth()) {
    case 8:
      return character(context);
    case 16:
      return basic(context, "short", 16, dwarf::DW_ATE_signed);
    case 32:
      return basic(context, "int", 32, dwarf::DW_ATE_signed);
    case 64:
      return basic(context, "long", 64, dwarf::DW_ATE_signed);
    case 128:
      return basic(context, "__int128", 128, dwarf::DW_ATE_signed);
    default:
      return nullptr;
  }
}

const DIType* ValueTypes::of(const Value* value) const {
  const DIType* ordinary = plain(value->getType());
  const DIType* found = told(value, kMostSteps);
  if (!found || !ordinary || Types::size(found) != Types::size(ordinary)) return ordinary;
  // What is an address to the code is one to the source, and the other way around.
  return Types::is_pointer(found) == value->getType()->isPointerTy() ? found : ordinary;
}

const DIType* ValueTypes::object_at(const Value* address) const {
  return object(address, kMostSteps);
}

const DIType* ValueTypes::told(const Value* value, unsigned left) const {
  if (left == 0) return nullptr;
  LLVMContext& context = value->getContext();
  if (const auto* load = dyn_cast<LoadInst>(value)) return object(load->getPointerOperand(), left - 1);
  if (const auto* call = dyn_cast<CallBase>(value)) {
    const auto* callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
    if (callee) return callee->getSubprogram() ? result_of(callee->getSubprogram()->getType()) : nullptr;
    return result_of(dyn_cast_or_null<DISubroutineType>(pointee(told(call->getCalledOperand(), left - 1))));
  }
  if (const auto* function = dyn_cast<Function>(value))
    return function->getSubprogram() ? pointer_to(context, function->getSubprogram()->getType()) : nullptr;
  if (const auto* choice = dyn_cast<SelectInst>(value)) {
    const DIType* first = told(choice->getTrueValue(), left - 1);
    return first ? first : told(choice->getFalseValue(), left - 1);
  }
  if (const auto* join = dyn_cast<PHINode>(value)) {
    for (const Value* way : join->incoming_values())
      if (const DIType* found = told(way, left / 2)) return found;
    return nullptr;
  }
  if (const auto* sum = dyn_cast<BinaryOperator>(value)) {
    // Of enumerators and the like, a number.
    const DIType* first = bare_type(told(sum->getOperand(0), left / 2));
    if (!first) first = bare_type(told(sum->getOperand(1), left / 2));
    return isa_and_nonnull<DIBasicType>(first) ? first : nullptr;
  }
  if (!isa<AllocaInst, GEPOperator, GlobalVariable, Argument>(value) || !value->getType()->isPointerTy())
    return nullptr;
  const DIType* there = object(value, left - 1);
  // The name of an array is a pointer to its first element.
  if (const DIType* first = element_of(there); first && !isa<GEPOperator>(value)) there = first;
  return there ? pointer_to(context, there) : nullptr;
}

const DIType* ValueTypes::object(const Value* address, unsigned left) const {
  if (left == 0) return nullptr;
  if (const auto known = variables_.find(address); known != variables_.end()) return bare_type(known->second);
  if (const auto* variable = dyn_cast<GlobalVariable>(address)) {
    if (const DIType* type = described(*variable)) return bare_type(type);
    return is_text(*variable) ? character(address->getContext()) : nullptr;
  }
  if (const auto* temporary = dyn_cast<AllocaInst>(address)) {
    const Value* source = copied_from(*temporary);
    return source ? object(source->stripInBoundsConstantOffsets(), left - 1) : nullptr;
  }
  if (isa<GEPOperator>(address)) return element(address, left);
  if (isa<Argument, Function>(address)) return nullptr;
  return pointee(told(address, left - 1));
}

const DIType* ValueTypes::element(const Value* address, unsigned left) const {
  const auto* step = cast<GEPOperator>(address);
  const DIType* type = object(step->getPointerOperand(), left - 1);
  const auto* function = dyn_cast<Instruction>(address);
  const DataLayout* layout = function ? &function->getModule()->getDataLayout() : nullptr;
  bool is_first = true;
  for (auto at = gep_type_begin(step), end = gep_type_end(step); at != end && type; ++at) {
    if (StructType* fields = at.getStructTypeOrNull()) {
      const auto* number = dyn_cast<ConstantInt>(at.getOperand());
      if (!number || !layout) return nullptr;
      type = member_at(type, layout->getStructLayout(fields)->getElementOffsetInBits(
                                 static_cast<unsigned>(number->getZExtValue())));
    } else if (!is_first) {
      type = element_of(type);
    }
    is_first = false;
  }
  return type;
}

}  // namespace culprit::pass
