#include "recorders/cxx/pass/variadic_calls.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/abi.h"
#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/types.h"
#include "recorders/cxx/pass/value_types.h"
#include "recorders/cxx/pass/values.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// One argument of the source: a value, or an object in memory.
struct Given {
  Value* value = nullptr;
  Value* address = nullptr;  ///< if there is no value
  const DIType* type = nullptr;
  std::uint64_t size = 0;

  std::uint64_t words() const { return (size + 3) / 4; }
};

bool is_class(const DIType* type) {
  const auto* composite = dyn_cast_or_null<DICompositeType>(bare_type(type));
  return composite && composite->getTag() != dwarf::DW_TAG_enumeration_type &&
         composite->getTag() != dwarf::DW_TAG_array_type;
}

/// The arguments of one call behind the parameters that have names.
class Arguments {
 public:
  Arguments(CallBase& call, const ValueTypes& types)
      : call_(call), types_(types), layout_(call.getModule()->getDataLayout()) {
    next_ = call.getFunctionType()->getNumParams();
    while (next_ < call.arg_size()) given_.push_back(take());
  }
  const std::vector<Given>& given() const { return given_; }

 private:
  Given take() {
    Value* value = call_.getArgOperand(next_);
    if (call_.isByValArgument(next_)) {
      const DIType* type = types_.object_at(value);
      const std::uint64_t size = layout_.getTypeAllocSize(call_.getParamByValType(next_++));
      return {nullptr, value, Types::size(type) == size ? type : nullptr, size};
    }
    if (Given object = take_object(); object.address) return object;
    ++next_;
    const Given narrow = before_promotion(value);
    if (narrow.value) return narrow;
    return whole(value);
  }

  Given whole(Value* value) const {
    const DIType* type = types_.of(value);
    return {value, nullptr, type, type ? Types::size(type) : layout_.getTypeAllocSize(value->getType())};
  }

  /// Small objects are passed in one or two registers, as if they were numbers; these are not promised to be whole ones.
  Given take_object() {
    const auto* first = part(next_);
    if (!first) return {};
    std::int64_t offset = 0;
    Value* object = base_of(*first, offset);
    const DIType* type = offset == 0 ? types_.object_at(object) : nullptr;
    const std::uint64_t size = Types::size(type);
    if (!is_class(type) || size == 0 || size > 16) return {};
    if (size > 8 && layout_.getTypeStoreSize(first->getType()) <= 8) {
      const auto* second = next_ + 1 < call_.arg_size() ? part(next_ + 1) : nullptr;
      if (!second || base_of(*second, offset) != object || offset != 8) return {};
      ++next_;
    }
    ++next_;
    return {nullptr, object, type, size};
  }
  const LoadInst* part(unsigned argument) const {
    const bool is_scalar = call_.paramHasAttr(argument, Attribute::NoUndef);
    return is_scalar ? nullptr : dyn_cast<LoadInst>(call_.getArgOperand(argument));
  }
  Value* base_of(const LoadInst& load, std::int64_t& offset) const {
    APInt bytes(64, 0);
    const Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, bytes, true);
    offset = bytes.getSExtValue();
    return const_cast<Value*>(base);
  }

  /// Narrow numbers are passed as int or double: what they were before tells more.
  Given before_promotion(Value* value) const {
    Value* narrow = value;
    while (isa<SExtInst, ZExtInst, FPExtInst>(narrow) || (narrow != value && isa<TruncInst>(narrow)))
      narrow = cast<CastInst>(narrow)->getOperand(0);
    if (narrow == value || !isa<LoadInst, CallBase>(narrow)) return {};
    const bool is_promoted = value->getType()->isIntegerTy(32) || value->getType()->isDoubleTy();
    const Given before = whole(narrow);
    return is_promoted && before.type && before.size < Types::size(types_.of(value)) ? before : Given{};
  }

  CallBase& call_;
  const ValueTypes& types_;
  const DataLayout& layout_;
  unsigned next_ = 0;
  std::vector<Given> given_;
};

/// A list of type, words and bytes of each.
Value* list_of(IRBuilderBase& builder, const std::vector<Given>& given, std::uint64_t words, Types& types) {
  // Two words more: a value may be stored with more bytes than count.
  Value* list = frame_slot(builder, ArrayType::get(builder.getInt32Ty(), words + 2), "culprit.varargs");
  std::uint64_t at = 0;
  const auto place = [&](std::uint64_t word) {
    return builder.CreateConstGEP1_64(builder.getInt32Ty(), list, word);
  };
  for (const Given& one : given) {
    builder.CreateAlignedStore(builder.getInt32(types.id(one.type)), place(at), Align(4));
    builder.CreateAlignedStore(builder.getInt32(static_cast<std::uint32_t>(one.words())), place(at + 1),
                               Align(4));
    if (one.size % 4 != 0 || one.size > 8)
      builder.CreateMemSet(place(at + 2), builder.getInt8(0), one.words() * 4, Align(4));
    if (one.value)
      builder.CreateAlignedStore(builder.CreateFreeze(one.value), place(at + 2), Align(4));
    else
      builder.CreateMemCpy(place(at + 2), Align(4), one.address, Align(1), one.size);
    at += 2 + one.words();
  }
  return list;
}

}  // namespace

VariadicCalls::VariadicCalls(Function& function, const std::vector<Variable>& variables)
    : variables_(variables) {
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (!call || call->isInlineAsm() || call->isMustTailCall() || !call->getFunctionType()->isVarArg())
      continue;
    calls_.push_back(call);
  }
}

void VariadicCalls::record(CallBase& call, ModuleTables& tables, Types& types, const Hooks& hooks) const {
  const ValueTypes value_types(variables_);
  const Arguments arguments(call, value_types);
  std::uint64_t words = 0;
  for (const Given& one : arguments.given()) words += 2 + one.words();
  // More than a record should hold: they stay unknown.
  if (words > CULPRIT_MAX_WORDS) return;
  IRBuilder<> builder(&call);
  Value* list = list_of(builder, arguments.given(), words, types);
  hooks.call(
      builder, "varargs",
      {tables.descriptor(), call.getCalledOperand(), builder.getInt32(call.getFunctionType()->getNumParams()),
       builder.getInt32(static_cast<std::uint32_t>(arguments.given().size())), list,
       builder.getInt32(static_cast<std::uint32_t>(words))});
}

}  // namespace culprit::pass
