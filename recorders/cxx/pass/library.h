#pragma once

namespace llvm {
class Function;
class Module;
class StringRef;
}  // namespace llvm

namespace culprit::pass {

/// Lets the module's code call the recorder's versions of library functions that write memory or output
/// (recorders/cxx/known_functions.def).
void redirect_known_writers(llvm::Module& module);

/// A library function of which nothing has to be logged, or which logs itself.
bool is_harmless(const llvm::Function& function);

}  // namespace culprit::pass
