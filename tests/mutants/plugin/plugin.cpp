// A pass that puts every mutant of a module into its code: which one is on is read from `culprit_mutant` when the program runs
// (tests/mutants/runtime). Runs in front of the recorder's: culprit-c++ -fpass-plugin=…/culprit-mutants.so
//
// CULPRIT_MUTANTS names the file for the table of sites; CULPRIT_MUTANTS_UNIT is the number of the translation unit, from 0.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>

#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/selection.h"
#include "tests/mutants/plugin/operators.h"

namespace culprit::mutants {
namespace {

using namespace llvm;

/// Code of the program's own, in whatever function: constructors that the compiler made for default member initialisers are mutated,
/// too. Initialisers of globals are not: they run before any node.
bool is_mutated(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (function.isDeclaration() || !subprogram || function.hasAvailableExternallyLinkage()) return false;
  for (const StringRef beginning : {"__cxx_global", "_GLOBAL_", "__tls_"})
    if (function.getName().starts_with(beginning)) return false;
  return !pass::is_system_path(pass::file_path(subprogram->getFile()));
}

void mutate(Function& function, bool is_node, Sites& sites) {
  sites.begin(function, is_node);
  const Locals locals(function);
  const DominatorTree dominators(function);
  std::vector<Instruction*> all;
  for (Instruction& instruction : instructions(function))
    if (location(instruction)) all.push_back(&instruction);
  const std::vector<Instruction*> begins =
      may_return_early(function) ? statement_begins(function) : std::vector<Instruction*>();
  for (Instruction* instruction : all) use_other_variable(sites, *instruction, locals, dominators);
  for (Instruction* instruction : all) {
    change_constants(sites, *instruction, locals);
    add_one(sites, *instruction);
    replace_arithmetic(sites, *instruction);
    replace_comparison(sites, *instruction);
    replace_logical(sites, *instruction);
    negate_condition(sites, *instruction);
    remove_store(sites, *instruction, locals);
    swap_arguments(sites, *instruction);
  }
  for (Instruction* instruction : begins) return_early(sites, *instruction);
  for (Instruction* instruction : all) remove_call(sites, *instruction);
}

struct MutatePass : PassInfoMixin<MutatePass> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    for (const Function& function : module)
      if (function.getName().starts_with("culprit_cxx_"))
        report_fatal_error("the recorder's pass ran before the mutants'");
    const char* path = std::getenv("CULPRIT_MUTANTS");
    const char* unit = std::getenv("CULPRIT_MUTANTS_UNIT");
    std::error_code error;
    raw_fd_ostream table(path ? path : "/dev/null", error);
    if (error) report_fatal_error("cannot write the table of mutants");
    Sites sites(module, unit ? static_cast<unsigned>(std::atoi(unit)) : 0, table);
    const pass::Selection selection;
    for (Function& function : module) {
      if (!is_mutated(function)) continue;
      const bool is_node = selection.role(function) == pass::Role::kNode;
      // What the compiler made from nothing (copying, moving, assigning members) has no text that could be wrong.
      if (!is_node && function.getSubprogram()->isArtificial()) continue;
      mutate(function, is_node, sites);
    }
    return PreservedAnalyses::none();
  }
};

}  // namespace
}  // namespace culprit::mutants

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "culprit-mutants", "1", [](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(culprit::mutants::MutatePass());
        });
      }};
}
