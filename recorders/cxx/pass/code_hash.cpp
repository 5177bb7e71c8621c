#include "recorders/cxx/pass/code_hash.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/xxhash.h>

#include <string>

namespace culprit::pass {
namespace {

using namespace llvm;

/// Lambdas are numbered through the file: the numbers of those before say nothing of this one.
std::string stable_name(StringRef name) {
  std::string text;
  while (!name.empty()) {
    if (name.consume_front("$_")) {
      text += "$_";
      name = name.drop_while([](char c) { return isDigit(c); });
    } else {
      text += name.front();
      name = name.drop_front();
    }
  }
  return text;
}

/// Writes the code as text without names and places, and hashes that.
class Writer {
 public:
  explicit Writer(const Function& function) : function_(function) {
    for (const Argument& argument : function.args()) number(argument);
    for (const BasicBlock& block : function) {
      number(block);
      for (const Instruction& instruction : block) number(instruction);
    }
  }

  std::uint64_t hash() {
    put(function_.getFunctionType());
    for (const BasicBlock& block : function_)
      for (const Instruction& instruction : block)
        if (!isa<DbgInfoIntrinsic>(instruction)) put(instruction);
    const std::uint64_t found = xxh3_64bits(text_);
    return found ? found : 1;
  }

 private:
  /// Of what stands inside a constant; deeper ones count by their kind.
  static constexpr unsigned kMostDepth = 32;

  void number(const Value& value) { numbers_.try_emplace(&value, numbers_.size()); }
  void put(StringRef text) {
    put(text.size());
    text_ += text;
  }
  void put(std::uint64_t value) { text_.append(reinterpret_cast<const char*>(&value), sizeof value); }

  /// By its parts: code leads from pointers to no types, so there are no circles.
  void put(const Type* type) {
    put(static_cast<std::uint64_t>(type->getTypeID()));
    if (type->isIntegerTy()) put(type->getIntegerBitWidth());
    if (const auto* array = dyn_cast<ArrayType>(type)) put(array->getNumElements());
    if (const auto* vector = dyn_cast<VectorType>(type)) put(vector->getElementCount().getKnownMinValue());
    if (const auto* function = dyn_cast<FunctionType>(type)) put(function->isVarArg());
    if (const auto* fields = dyn_cast<StructType>(type)) put(fields->isPacked());
    put(type->getNumContainedTypes());
    for (const Type* part : type->subtypes()) put(part);
  }

  void put(const Instruction& instruction) {
    put(instruction.getOpcode());
    put(instruction.getRawSubclassOptionalData());
    put(instruction.getType());
    if (const auto* compare = dyn_cast<CmpInst>(&instruction)) put(compare->getPredicate());
    if (const auto* room = dyn_cast<AllocaInst>(&instruction)) put(room->getAllocatedType());
    if (const auto* step = dyn_cast<GetElementPtrInst>(&instruction)) put(step->getSourceElementType());
    if (const auto* call = dyn_cast<CallBase>(&instruction)) put(call->getFunctionType());
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) put(load->isVolatile());
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) put(store->isVolatile());
    if (const auto* change = dyn_cast<AtomicRMWInst>(&instruction)) put(change->getOperation());
    if (instruction.isAtomic() && !isa<CallBase>(instruction)) put("atomic");
    if (const auto* take = dyn_cast<ExtractValueInst>(&instruction))
      for (const unsigned index : take->indices()) put(index);
    if (const auto* set = dyn_cast<InsertValueInst>(&instruction))
      for (const unsigned index : set->indices()) put(index);
    if (const auto* mix = dyn_cast<ShuffleVectorInst>(&instruction))
      for (const int index : mix->getShuffleMask()) put(static_cast<std::uint64_t>(index));
    if (const auto* join = dyn_cast<PHINode>(&instruction))
      for (const BasicBlock* from : join->blocks()) put(*from, 0);
    put(instruction.getNumOperands());
    for (const Use& operand : instruction.operands()) put(*operand, 0);
  }

  void put(const Value& value, unsigned depth) {
    if (const auto known = numbers_.find(&value); known != numbers_.end()) return put(known->second);
    put(~std::uint64_t{value.getValueID()});
    if (isa<MetadataAsValue>(value)) return;
    put(value.getType());
    if (const auto* code = dyn_cast<InlineAsm>(&value)) {
      put(code->getAsmString());
      put(code->getConstraintString());
    } else if (const auto* global = dyn_cast<GlobalValue>(&value)) {
      put_global(*global, depth);
    } else if (const auto* constant = dyn_cast<Constant>(&value)) {
      put_constant(*constant, depth);
    }
  }

  /// What has no name of its own (texts, initial values) is numbered through the file: it is what it holds.
  void put_global(const GlobalValue& global, unsigned depth) {
    const auto* variable = dyn_cast<GlobalVariable>(&global);
    if (!global.hasPrivateLinkage() || !variable || !variable->hasInitializer())
      return put(stable_name(global.getName()));
    put(variable->getValueType());
    if (depth < kMostDepth) put(*variable->getInitializer(), depth + 1);
  }

  void put_constant(const Constant& constant, unsigned depth) {
    if (const auto* integer = dyn_cast<ConstantInt>(&constant)) return put(integer->getValue());
    if (const auto* real = dyn_cast<ConstantFP>(&constant)) return put(real->getValueAPF().bitcastToAPInt());
    if (const auto* data = dyn_cast<ConstantDataSequential>(&constant)) return put(data->getRawDataValues());
    if (const auto* made = dyn_cast<ConstantExpr>(&constant)) {
      put(made->getOpcode());
      if (const auto* step = dyn_cast<GEPOperator>(made)) put(step->getSourceElementType());
    }
    put(constant.getNumOperands());
    if (depth >= kMostDepth) return;
    for (const Use& part : constant.operands()) put(*part, depth + 1);
  }
  void put(const APInt& number) {
    for (unsigned i = 0; i < number.getNumWords(); ++i) put(number.getRawData()[i]);
  }

  const Function& function_;
  DenseMap<const Value*, std::uint64_t> numbers_;
  std::string text_;
};

}  // namespace

std::uint64_t code_hash(const Function& function) {
  return Writer(function).hash();
}

}  // namespace culprit::pass
