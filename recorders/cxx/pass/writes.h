#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace llvm {
class AllocaInst;
class DIType;
class Function;
class Instruction;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace culprit::pass {

class Globals;
class Hooks;
class ModuleTables;

/// Logs the writes of one function: stores, block copies and fills, atomics, what an assembler statement or va_start
/// writes, arguments that lie in memory. Not logged: variables that are only loaded and stored, which no other function
/// can see.
class Writes {
 public:
  /// A number of 32 bits.
  using LineOf = llvm::function_ref<llvm::Value*(llvm::IRBuilderBase&, const llvm::Instruction&)>;

  /// Collects what writes; nothing is inserted yet. `logged`: variables that are logged whatever their use.
  Writes(llvm::Function& function, const llvm::SmallPtrSetImpl<const llvm::AllocaInst*>& logged,
         bool is_system);

  /// Inserts the hooks, each behind its write; those of writes before `enter` stand before `enter`, in their order.
  void record(const Hooks& hooks, ModuleTables& tables, Globals& globals, LineOf line,
              llvm::Instruction* enter);

 private:
  void log(llvm::IRBuilderBase& builder, llvm::Instruction& write, llvm::Value* line) const;
  void log_store(llvm::IRBuilderBase& builder, llvm::Instruction& write, llvm::Value* line) const;
  void log_assembler(llvm::IRBuilderBase& builder, llvm::Instruction& write, llvm::Value* line) const;
  void log_arrays(llvm::Instruction* at) const;
  void log_memory_arguments() const;

  llvm::Function& function_;
  std::vector<llvm::Instruction*> writes_;
  std::vector<llvm::AllocaInst*> arrays_;
  const Hooks* hooks_ = nullptr;
  ModuleTables* tables_ = nullptr;
  Globals* globals_ = nullptr;
};

}  // namespace culprit::pass
