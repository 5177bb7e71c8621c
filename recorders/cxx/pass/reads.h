#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class IRBuilderBase;
class Type;
class Value;
}  // namespace llvm

namespace culprit::pass {

class Hooks;

/// Logs the reads of one function: loads, sources of block copies, atomics, objects passed by value, operands of assembler
/// statements, and what known library functions are about to read. Not logged: what no other function can have written, that is
/// variables that are only loaded and stored, constants, virtual tables; loads that a tool has added (`nosanitize`); and variables of a
/// function that is no node: they lie below the frames of all open calls, and are gone when it returns.
class Reads {
 public:
  /// Collects what reads; nothing is inserted yet.
  Reads(llvm::Function& function, bool is_node);

  /// Inserts the hooks: behind loads, before everything else. Precondition: those of writes are there. `with_values`: for the
  /// self-check, no read goes the short way.
  void record(const Hooks& hooks, bool with_values);

 private:
  void log(llvm::Instruction& read) const;
  void log_load(llvm::Instruction& load) const;
  void log_call(llvm::CallBase& call) const;
  void log_assembler(llvm::CallBase& call) const;
  void log_vector(llvm::CallBase& call) const;
  void log_bytes(llvm::IRBuilderBase& builder, llvm::Value* address, llvm::Type* type) const;
  void log_bytes(llvm::IRBuilderBase& builder, llvm::Value* address, std::uint64_t size) const;

  llvm::Function& function_;
  std::vector<llvm::Instruction*> reads_;
  const Hooks* hooks_ = nullptr;
  bool with_values_ = false;
};

}  // namespace culprit::pass
