// The door through which clang loads the recorder's pass.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "recorders/cxx/pass/record_pass.h"

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "culprit", "1", [](llvm::PassBuilder& builder) {
        // At the start of the pipeline the code is still as the source says, at every -O.
        builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(culprit::pass::RecordPass());
        });
      }};
}
