#include "recorders/cxx/pass/globals.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/types.h"

namespace culprit::pass {
namespace {

using namespace llvm;

const DIGlobalVariable* described(const GlobalVariable& variable) {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  return expressions.empty() ? nullptr : expressions.front()->getVariable();
}

/// Global variables and functions in an operand, also inside constant expressions.
struct Named {
  SmallSetVector<const GlobalVariable*, 8> variables;
  SmallSetVector<const Function*, 8> functions;

  void collect(const Value* operand, unsigned depth = 0) {
    if (const auto* variable = dyn_cast<GlobalVariable>(operand)) {
      variables.insert(variable);
    } else if (const auto* function = dyn_cast<Function>(operand)) {
      functions.insert(function);
    } else if (const auto* constant = dyn_cast<ConstantExpr>(operand); constant && depth < 8) {
      for (const Use& use : constant->operands()) collect(use.get(), depth + 1);
    }
  }
  /// Those that tables of functions hold.
  void collect_held() {
    constexpr std::size_t kMost = 4096;
    std::vector<const Constant*> waiting;
    for (const GlobalVariable* variable : variables)
      if (variable->hasInitializer() && !variable->getName().starts_with("_ZT"))
        waiting.push_back(variable->getInitializer());
    for (std::size_t i = 0; i < waiting.size() && i < kMost; ++i) {
      if (const auto* function = dyn_cast<Function>(waiting[i])) functions.insert(function);
      if (!isa<ConstantAggregate>(waiting[i])) continue;
      for (const Use& part : waiting[i]->operands()) waiting.push_back(cast<Constant>(part.get()));
    }
  }
};

/// What turns a lambda into a pointer to a function is made by the compiler, and returns that function.
bool is_lambda_to_pointer(const Function* function) {
  const DISubprogram* subprogram = function ? function->getSubprogram() : nullptr;
  return subprogram && subprogram->isArtificial() && subprogram->getName().starts_with("operator ");
}

/// The function behind the pointer that was made of a lambda is that lambda to who wrote it.
std::string name_of_code(const DISubprogram* function) {
  const bool is_made = function->isArtificial() && function->getName() == "__invoke" && class_of(function);
  return is_made ? type_name(class_of(function)) : function_name(function);
}

/// Of a function that is only declared here: its symbol without parameters.
std::string name_of_symbol(StringRef symbol) {
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(symbol.str().c_str())) return symbol.str();
  char* name = demangler.getFunctionName(nullptr, nullptr);
  std::string text = name ? name : symbol.str();
  std::free(name);
  return text;
}

/// Other modules can call it by address.
bool is_known_elsewhere(const Function& function) {
  return !function.hasLocalLinkage() && !function.hasComdat();
}

}  // namespace

std::vector<std::uint32_t> Globals::named_by(const Function& function) {
  Named found;
  for (const Instruction& instruction : instructions(function)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    for (const Use& use : instruction.operands())
      if (!call || !call->isCallee(&use)) found.collect(use.get());
    if (call && is_lambda_to_pointer(call->getCalledFunction()))
      for (const Instruction& made : instructions(call->getCalledFunction()))
        if (const auto* result = dyn_cast<ReturnInst>(&made); result && result->getReturnValue())
          found.collect(result->getReturnValue());
  }
  found.collect_held();
  if (is_known_elsewhere(function) || function.hasAddressTaken()) found.functions.insert(&function);
  std::vector<std::uint32_t> ids;
  for (const GlobalVariable* variable : found.variables)
    if (!variable->isConstant() && !variable->isThreadLocal())
      if (const std::uint32_t id = row(*variable)) ids.push_back(id);
  for (const Function* one : found.functions)
    if (const std::uint32_t id = code(*one)) ids.push_back(id);
  return ids;
}

void Globals::describe_all(const Module& module) {
  for (const GlobalVariable& variable : module.globals())
    if (!variable.isDeclaration() && !variable.isConstant() && !variable.isThreadLocal()) row(variable);
  for (const Function& function : module)
    if (!function.isDeclaration() && function.hasAddressTaken()) code(function);
}

std::uint32_t Globals::row(const GlobalVariable& variable) {
  const auto [at, is_new] = ids_.try_emplace(&variable, 0);
  if (!is_new) return at->second;
  const DIGlobalVariable* debug = described(variable);
  culprit_global out{};
  if (!debug) {
    // Debug info describes a variable where it is defined: the runtime finds that row by the address.
    if (!variable.isDeclaration() || variable.getName().starts_with("_ZT")) return 0;
    return ids_[&variable] = tables_.add_global(out, const_cast<GlobalVariable*>(&variable));
  }
  if (debug->getName().empty() || is_system_path(file_path(debug->getFile()))) return 0;
  out.name = tables_.string(debug->getName());
  out.type = types_.id(debug->getType());
  out.file = tables_.file(debug->getFile());
  out.line = debug->getLine();
  out.size = Types::size(debug->getType());
  const std::uint32_t id = tables_.add_global(out, const_cast<GlobalVariable*>(&variable));
  return ids_[&variable] = id;
}

std::uint32_t Globals::code(const Function& function) {
  const auto [at, is_new] = ids_.try_emplace(&function, 0);
  if (!is_new) return at->second;
  const DISubprogram* subprogram = function.getSubprogram();
  // What only a discarded group has cannot be named.
  const bool is_unsure = function.hasLocalLinkage() && function.hasComdat();
  const bool is_declared = function.isDeclaration() && !function.isIntrinsic() && function.hasName();
  const bool is_own = subprogram && !is_system_path(file_path(subprogram->getFile()));
  if (is_unsure || (!is_own && !is_declared)) return 0;
  culprit_global out{};
  out.name = tables_.string(is_own ? name_of_code(subprogram) : name_of_symbol(function.getName()));
  out.flags = CULPRIT_GLOBAL_FUNCTION;
  const std::uint32_t id = tables_.add_global(out, const_cast<Function*>(&function));
  return ids_[&function] = id;
}

std::uint32_t Globals::invoker(const Value* stored) {
  const auto* function = dyn_cast<Function>(stored);
  const DISubprogram* subprogram = function ? function->getSubprogram() : nullptr;
  if (!subprogram || subprogram->getName() != "_M_invoke") return 0;
  const auto* handler = dyn_cast_or_null<DICompositeType>(class_of(subprogram));
  if (!handler || !handler->getName().starts_with("_Function_handler<") ||
      handler->getTemplateParams().size() != 2)
    return 0;
  const auto [at, is_new] = ids_.try_emplace(function, 0);
  if (!is_new) return at->second;
  const auto* held = dyn_cast<DITemplateTypeParameter>(handler->getTemplateParams()[1]);
  const DIType* type = held ? bare_type(held->getType()) : nullptr;
  if (!type || !types_.id(type)) return 0;
  culprit_global out{};
  out.name = tables_.string(type_name(type));
  out.type = types_.id(type);
  out.flags = CULPRIT_GLOBAL_FUNCTION;
  // Small objects that can be copied as bytes lie in the std::function itself.
  constexpr std::uint64_t kRoom = 16;
  const bool is_plain = !(type->getFlags() & DINode::FlagTypePassByReference);
  if (is_plain && Types::size(type) <= kRoom) out.size = std::max<std::uint64_t>(Types::size(type), 1);
  const std::uint32_t id = tables_.add_global(out, const_cast<Function*>(function));
  return ids_[function] = id;
}

std::uint32_t Globals::vtable(const Value* stored, const DIType* of) {
  const auto* tables = dyn_cast<GlobalVariable>(stored->stripInBoundsConstantOffsets());
  if (!of || !tables || !tables->getName().starts_with("_ZTV")) return 0;
  const auto [at, is_new] = ids_.try_emplace(tables, 0);
  if (!is_new) return at->second;
  culprit_global out{};
  out.name = tables_.string(type_name(of));
  out.type = types_.id(of);
  out.flags = CULPRIT_GLOBAL_VTABLE;
  out.size = tables->getParent()->getDataLayout().getTypeAllocSize(tables->getValueType());
  const std::uint32_t id = tables_.add_global(out, const_cast<GlobalVariable*>(tables));
  return ids_[tables] = id;
}

}  // namespace culprit::pass
