#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <vector>

namespace llvm {
class DIType;
class Function;
class GlobalObject;
class GlobalVariable;
class Module;
class Value;
}  // namespace llvm

namespace culprit::pass {

class ModuleTables;
class Types;

/// The program's global variables and functions, and which of them a function names; and the virtual tables of its classes.
class Globals {
 public:
  Globals(ModuleTables& tables, Types& types) : tables_(tables), types_(types) {}

  /// Local ids of the variables that the function's own code names; none that are constant, or each thread's own. And of the functions
  /// whose addresses it names, or that tables it names hold; and its own, if it can be called by address.
  std::vector<std::uint32_t> named_by(const llvm::Function& function);
  /// Describes all variables that the module defines: functions of other modules may name them. And the functions whose addresses are
  /// known somewhere, whether they are called or not.
  void describe_all(const llvm::Module& module);
  /// The virtual tables that a stored value is an address in, if it is one; `of` is the class they belong to.
  std::uint32_t vtable(const llvm::Value* stored, const llvm::DIType* of);
  /// The function that a stored value is, if a std::function calls what it holds by it.
  std::uint32_t invoker(const llvm::Value* stored);

 private:
  std::uint32_t row(const llvm::GlobalVariable& variable);
  std::uint32_t code(const llvm::Function& function);

  ModuleTables& tables_;
  Types& types_;
  llvm::DenseMap<const llvm::GlobalObject*, std::uint32_t> ids_;
};

}  // namespace culprit::pass
