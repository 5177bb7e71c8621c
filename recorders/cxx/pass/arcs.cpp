#include "recorders/cxx/pass/arcs.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <set>
#include <tuple>

#include "recorders/cxx/pass/value_sources.h"

namespace culprit::pass {
namespace {

// The nodes that the function calls or hands on, also by way of functions that are none.
void add_call_arcs(const llvm::Function& function, IsNode is_node,
                   llvm::SetVector<const llvm::Function*>& called) {
  llvm::SmallPtrSet<const llvm::Function*, 16> seen{&function};
  llvm::SmallVector<const llvm::Function*, 16> open{&function};
  while (!open.empty())
    for (const llvm::Instruction& instruction : llvm::instructions(open.pop_back_val()))
      for (const llvm::Value* operand : instruction.operands()) {
        const auto* named = llvm::dyn_cast<llvm::Function>(operand->stripPointerCastsAndAliases());
        if (!named || named->isIntrinsic()) continue;
        if (is_node(*named))
          called.insert(named);
        else if (!named->isDeclaration() && seen.insert(named).second)
          open.push_back(named);
      }
}

}  // namespace

std::vector<Arc> find_arcs(const llvm::Function& function, IsNode is_node) {
  std::vector<Arc> arcs;
  llvm::SetVector<const llvm::Function*> called;
  add_call_arcs(function, is_node, called);
  for (const llvm::Function* callee : called) arcs.push_back({Arc::Kind::Call, &function, callee, 0});

  Parameters parameters;
  ValueSources sources(is_node, parameters);
  std::set<std::tuple<const llvm::Function*, const llvm::Function*, unsigned>> known;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call ? node_called(*call, is_node) : nullptr;
    // A destructor gets whatever its object was; that says nothing.
    if (!callee || is_destructor(*callee)) continue;
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      if (call->paramHasAttr(i, llvm::Attribute::StructRet)) continue;
      unsigned parameter = parameters.number(*callee, i);
      for (const llvm::Function* source : sources.of(call->getArgOperand(i), call))
        if (known.insert({source, callee, parameter}).second)
          arcs.push_back({Arc::Kind::Parameter, source, callee, parameter});
    }
  }
  return arcs;
}

bool may_be_of_program(const llvm::Function& declaration) {
  llvm::StringRef name = declaration.getName();
  if (declaration.isIntrinsic()) return false;
  for (llvm::StringRef prefix : {"_ZSt", "_ZNSt", "_ZNKSt", "_ZNSa", "_ZNSs", "_ZNKSs", "_ZNSo", "_ZNSi",
                                 "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "_Zn", "_Zd", "__cxa_", "_ZN10__cxxabiv"})
    if (name.starts_with(prefix)) return false;
  llvm::LibFunc known;
  return !llvm::TargetLibraryInfoImpl(llvm::Triple(declaration.getParent()->getTargetTriple()))
              .getLibFunc(name, known);
}

}  // namespace culprit::pass
