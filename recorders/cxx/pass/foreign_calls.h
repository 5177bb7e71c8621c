#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstdint>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
class Function;
class Instruction;
class Module;
class Value;
}  // namespace llvm

namespace culprit::pass {

class Hooks;
struct Pointer;

/// Calls that may reach code without the recorder: what their pointers lead to is compared before and after. Whether a
/// target is such code is known at run time only; a place that has called a recorded function before goes on at once.
class ForeignCalls {
 public:
  explicit ForeignCalls(llvm::Module& module, const Hooks& hooks) : module_(module), hooks_(hooks) {}

  /// The function's calls that need it. To be taken before the function is changed.
  static std::vector<llvm::CallBase*> find(llvm::Function& function);
  /// Those that cannot be compared, since they do not come back here, or need not be: what they reach is read.
  static std::vector<llvm::CallBase*> find_reading(llvm::Function& function);
  void record_reading(llvm::CallBase& call) const;
  /// Splits blocks.
  void record(llvm::CallBase& call, std::uint32_t line);

 private:
  llvm::Constant* place_of(const llvm::CallBase& call);
  std::vector<Pointer> pointers_of(llvm::CallBase& call) const;

  llvm::Module& module_;
  const Hooks& hooks_;
  llvm::DenseMap<const llvm::Value*, llvm::Constant*> places_;
};

}  // namespace culprit::pass
