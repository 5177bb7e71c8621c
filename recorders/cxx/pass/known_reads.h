#pragma once

namespace llvm {
class CallBase;
}  // namespace llvm

namespace culprit::pass {

class Hooks;

/// Calls of library functions that are known to read memory (recorders/cxx/known_reads.def).
bool reads_as_known(const llvm::CallBase& call);
/// Logs what it will read, before it. Precondition: reads_as_known(call).
void record_known_reads(const Hooks& hooks, llvm::CallBase& call);

}  // namespace culprit::pass
