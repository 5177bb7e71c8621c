#include "recorders/cxx/pass/value_sources.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "recorders/cxx/pass/debug_variables.h"
#include "recorders/cxx/pass/variables.h"

namespace culprit::pass {
namespace {

// Where a value comes from is usually a few steps away. In a function of ten thousand lines everything depends on
// everything, and nothing is learnt from following it all.
constexpr size_t max_steps = 300;

// The type that a pointer or reference leads to, without typedefs; null if the type is none.
const llvm::DIType* pointee(const llvm::DIType* type) {
  bool is_through = false;
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case llvm::dwarf::DW_TAG_pointer_type:
      case llvm::dwarf::DW_TAG_reference_type:
      case llvm::dwarf::DW_TAG_rvalue_reference_type:
        if (is_through) return type;
        is_through = true;
        break;
      case llvm::dwarf::DW_TAG_typedef:
        break;
      default:
        if (is_through) return type;
    }
    type = derived->getBaseType();
  }
  return is_through ? type : nullptr;
}

bool are_constructors_of_one(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() != b.size() || !a.starts_with("_ZN") || a == b) return false;
  auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin());
  return at[-1] == 'C' && llvm::isDigit(*at) && llvm::isDigit(*other) &&
         std::equal(at + 1, a.end(), other + 1);
}

// Complete constructors may be aliases.
const llvm::Function* called_function(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

}  // namespace

const llvm::Function* node_called(const llvm::CallBase& call, IsNode is_node) {
  const llvm::Function* callee = called_function(call);
  if (!callee || is_node(*callee)) return callee;
  for (const llvm::Instruction& instruction : llvm::instructions(callee))
    if (const auto* inner = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::Function* other = called_function(*inner))
        if (are_constructors_of_one(callee->getName(), other->getName()) && is_node(*other)) return other;
  return nullptr;
}

bool is_destructor(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  return name.starts_with("_ZN") &&
         (name.ends_with("D0Ev") || name.ends_with("D1Ev") || name.ends_with("D2Ev"));
}

const llvm::DILocalVariable* Parameters::variable(const llvm::Function& function, unsigned argument) {
  auto [at, is_new] = variables_.try_emplace(&function);
  std::vector<const llvm::DILocalVariable*>& variables = at->second;
  if (is_new && !function.isDeclaration()) {
    variables.resize(function.arg_size());
    llvm::DenseMap<const llvm::Value*, const llvm::DILocalVariable*> by_storage;
    for (const Variable& one : variables_of(const_cast<llvm::Function&>(function)))
      if (one.described->isParameter()) by_storage.try_emplace(one.address, one.described);
    for (const llvm::Argument& one : function.args()) {
      const llvm::DILocalVariable*& found = variables[one.getArgNo()];
      found = by_storage.lookup(&one);
      for (const llvm::User* user : one.users())
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && !found)
          found = by_storage.lookup(llvm::getUnderlyingObject(store->getPointerOperand()));
    }
  }
  return argument < variables.size() ? variables[argument] : nullptr;
}

unsigned Parameters::number(const llvm::Function& function, unsigned argument) {
  if (const llvm::DILocalVariable* found = variable(function, argument)) return found->getArg() - 1;
  bool has_result = argument > 0 && (function.hasParamAttribute(0, llvm::Attribute::StructRet) ||
                                     function.hasParamAttribute(1, llvm::Attribute::StructRet));
  return argument - has_result;
}

bool Parameters::is_const(const llvm::Function& function, unsigned argument) {
  const llvm::DILocalVariable* found = variable(function, argument);
  const llvm::DIType* object = found ? pointee(found->getType()) : nullptr;
  return object && object->getTag() == llvm::dwarf::DW_TAG_const_type;
}

ValueSources::Functions ValueSources::of(const llvm::Value* value, const llvm::Instruction* at) {
  found_.clear();
  seen_.clear();
  open_.clear();
  later(value, at);
  // The nearest first.
  for (size_t next = 0; next < open_.size() && next < max_steps; ++next) follow(Step(open_[next]));
  return found_;
}

void ValueSources::later(const llvm::Value* value, const llvm::Instruction* at) {
  if (llvm::isa<llvm::Constant, llvm::Argument, llvm::MetadataAsValue, llvm::BasicBlock>(value)) return;
  // Only what an object holds depends on when it is asked for.
  if (seen_.insert({value, llvm::isa<llvm::AllocaInst>(value) ? at : nullptr}).second)
    open_.push_back({value, at});
}

void ValueSources::follow(const Step& step) {
  if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(step.value))
    follow_contents(*object, *step.at);
  else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(step.value))
    follow_load(*load);
  else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(step.value))
    follow_call(*call);
  else if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(step.value))
    for (const llvm::Value* operand : address->operands()) later(operand, step.at);
  else if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(step.value))
    for (const llvm::Value* operand : instruction->operands()) later(operand, instruction);
}

void ValueSources::follow_load(const llvm::LoadInst& load) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(load.getPointerOperand());
  if (!variable || !is_plain_variable(*variable)) return later(load.getPointerOperand(), &load);
  auto [at, is_new] = stores_.try_emplace(&load);
  if (is_new) at->second = reaching_stores(load, *variable);
  for (const llvm::StoreInst* store : at->second) later(store->getValueOperand(), store);
}

ValueSources::Stores ValueSources::reaching_stores(const llvm::LoadInst& load,
                                                   const llvm::AllocaInst& variable) {
  for (const llvm::Instruction* at = load.getPrevNode(); at; at = at->getPrevNode())
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(at);
        store && store->getPointerOperand() == &variable)
      return {store};
  const LastStores& last = last_stores_[&variable];
  Stores found;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open(llvm::predecessors(load.getParent()));
  while (!open.empty() && seen.size() < max_steps) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (const llvm::StoreInst* store = last.lookup(block))
      found.push_back(store);
    else
      open.append(llvm::pred_begin(block), llvm::pred_end(block));
  }
  return found;
}

bool ValueSources::is_plain_variable(const llvm::AllocaInst& variable) {
  auto [at, is_new] = is_plain_.try_emplace(&variable, false);
  if (!is_new) return at->second;
  if (!(at->second = is_plain(variable))) return false;
  LastStores& last = last_stores_[&variable];
  for (const llvm::User* user : variable.users())
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const llvm::StoreInst*& known = last[store->getParent()];
      if (!known || known->comesBefore(store)) known = store;
    }
  return true;
}

void ValueSources::follow_call(const llvm::CallBase& call) {
  if (const llvm::Function* node = node_called(call, is_node_))
    found_.insert(node);
  else if (called_function(call))
    for (const llvm::Value* argument : call.args()) later(argument, &call);
}

void ValueSources::follow_contents(const llvm::AllocaInst& object, const llvm::Instruction& at) {
  llvm::SmallVector<const llvm::Value*, 8> pointers{&object};
  while (!pointers.empty()) {
    const llvm::Value* pointer = pointers.pop_back_val();
    for (const llvm::User* user : pointer->users()) {
      if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(user))
        pointers.push_back(user);
      else
        follow_writer(pointer, *llvm::cast<llvm::Instruction>(user), at);
    }
  }
}

void ValueSources::follow_writer(const llvm::Value* pointer, const llvm::Instruction& writer,
                                 const llvm::Instruction& at) {
  if (&writer == &at || writer.isLifetimeStartOrEnd() || !llvm::isPotentiallyReachable(&writer, &at)) return;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&writer)) {
    if (store->getPointerOperand() == pointer) later(store->getValueOperand(), store);
    return;
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&writer);
  const llvm::Function* callee = call ? called_function(*call) : nullptr;
  if (!callee || is_destructor(*callee)) return;
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(call)) {
    if (copy->getRawDest() == pointer) later(copy->getRawSource(), copy);
    return;
  }
  const llvm::Function* node = node_called(*call, is_node_);
  for (const llvm::Use& argument : call->args()) {
    if (argument.get() != pointer) {
      if (!node) later(argument.get(), call);
    } else if (node && !parameters_.is_const(*node, call->getArgOperandNo(&argument))) {
      found_.insert(node);
    }
  }
}

}  // namespace culprit::pass
