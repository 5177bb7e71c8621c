#pragma once

#include <cstdint>
#include <vector>

#include "recorders/cxx/pass/variables.h"

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace culprit::pass {

class Hooks;
class ModuleTables;
class Types;
class ValueTypes;

/// Tells functions with a variable number of arguments what they were given: only who calls them knows how many there are, and of
/// which types. The list lies in the caller's frame, and is taken by the function that it is for.
class VariadicCalls {
 public:
  VariadicCalls(llvm::Function& function, const std::vector<Variable>& variables);

  /// Those that give more than the parameters that have names.
  const std::vector<llvm::CallBase*>& calls() const { return calls_; }
  void record(llvm::CallBase& call, ModuleTables& tables, Types& types, const Hooks& hooks) const;

 private:
  const std::vector<Variable>& variables_;
  std::vector<llvm::CallBase*> calls_;
};

}  // namespace culprit::pass
