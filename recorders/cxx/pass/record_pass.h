#pragma once

#include <llvm/IR/PassManager.h>

namespace culprit::pass {

/// Makes a module record itself: calls, loops, writes, and calls out of the module (recorders/cxx/abi.h). Runs before
/// optimisation, so what is recorded is the same at every level of it.
struct RecordPass : llvm::PassInfoMixin<RecordPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace culprit::pass
