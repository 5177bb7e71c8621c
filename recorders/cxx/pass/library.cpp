#include "recorders/cxx/pass/library.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include "recorders/cxx/pass/selection.h"

namespace culprit::pass {
namespace {

using namespace llvm;

const StringSet<>& harmless() {
  static const StringSet<> names{
#define CULPRIT_HARMLESS(name) #name,
#include "recorders/cxx/known_functions.def"
  };
  return names;
}

const StringSet<>& wrapped() {
  static const StringSet<> names{
#define CULPRIT_WRAP(name) #name,
#include "recorders/cxx/known_functions.def"
  };
  return names;
}

}  // namespace

void redirect_known_writers(Module& module) {
  std::vector<Function*> writers;
  for (Function& function : module)
    if (function.isDeclaration() && wrapped().contains(function.getName())) writers.push_back(&function);
  for (Function* writer : writers) {
    FunctionCallee ours = module.getOrInsertFunction(("culprit_wrap_" + writer->getName()).str(),
                                                     writer->getFunctionType(), writer->getAttributes());
    writer->replaceUsesWithIf(ours.getCallee(), [](const Use& use) {
      const auto* user = dyn_cast<Instruction>(use.getUser());
      return !user || !is_resolver(*user->getFunction());
    });
  }
}

bool is_harmless(const Function& function) {
  const StringRef name = function.getName();
  return name.starts_with("culprit_") || name.starts_with("__cxa_") || name.starts_with("_Unwind_") ||
         (name.starts_with("_ZSt") && name.contains("__throw_")) || name.starts_with("llvm.") ||
         harmless().contains(name);
}

}  // namespace culprit::pass
