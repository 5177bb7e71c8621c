#pragma once

#include <cstdint>
#include <vector>

#include "recorders/cxx/pass/missing_result.h"
#include "recorders/cxx/pass/variables.h"

namespace llvm {
class Function;
class Instruction;
class IRBuilderBase;
class ReturnInst;
}  // namespace llvm

namespace culprit::pass {

class Hooks;
class ModuleTables;
class Types;
class Globals;

/// Records the calls of one function: its row in the tables, enter after its prologue, leave before each return.
class FunctionRecorder {
 public:
  FunctionRecorder(llvm::Function& function, ModuleTables& tables, Types& types, Globals& globals,
                   const Hooks& hooks);

  /// The row's local id.
  std::uint32_t id() const { return id_; }
  const std::vector<Variable>& variables() const { return variables_; }
  /// Where the source's first statement begins; what stands before it in the entry block only receives arguments.
  llvm::Instruction* prologue_end() const { return prologue_end_; }
  /// Lines as records have them.
  std::uint32_t relative_line(const llvm::Instruction& instruction) const;

  void record_enter();
  void record_leaves(bool with_checks);

 private:
  void describe();
  void describe_result();
  void leave_at(llvm::Instruction& at, llvm::ReturnInst* with_value, bool with_checks);
  void leave_without_value(llvm::IRBuilderBase& builder, std::uint32_t line) const;
  bool may_miss_result() const;
  void check_at(llvm::IRBuilderBase& builder, bool with_result) const;

  llvm::Function& function_;
  ModuleTables& tables_;
  Types& types_;
  Globals& globals_;
  const Hooks& hooks_;
  std::vector<Variable> variables_;
  std::vector<Variable> parameters_;
  MissingResult missing_;
  llvm::Instruction* prologue_end_ = nullptr;
  std::uint32_t id_ = 0;
  std::uint32_t first_line_ = 0;
  std::uint32_t result_type_ = 0;
  std::uint32_t result_passing_ = 2;
  std::uint64_t result_size_ = 0;
};

/// The same for the same function in every module; 0 if it has no name outside its own.
std::uint64_t function_key(const llvm::Function& function);

}  // namespace culprit::pass
