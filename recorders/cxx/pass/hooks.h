#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <initializer_list>

namespace llvm {
class Module;
}

namespace culprit::pass {

/// Calls to the runtime (recorders/cxx/abi.h), by name.
class Hooks {
 public:
  explicit Hooks(llvm::Module& module) : module_(module) {}

  /// A call of `culprit_cxx_<name>`, which returns nothing.
  void call(llvm::IRBuilderBase& builder, llvm::StringRef name,
            llvm::ArrayRef<llvm::Value*> arguments) const {
    emit(builder, name, builder.getVoidTy(), arguments);
  }
  /// The same for one that returns an int.
  llvm::Value* ask(llvm::IRBuilderBase& builder, llvm::StringRef name,
                   llvm::ArrayRef<llvm::Value*> arguments) const {
    return emit(builder, name, builder.getInt32Ty(), arguments);
  }
  /// A call of a hook that takes a pointer, and then any values.
  void call_variadic(llvm::IRBuilderBase& builder, llvm::StringRef name,
                     llvm::ArrayRef<llvm::Value*> arguments) const;
  /// Says on which line the function is about to make a call: three instructions.
  void tell_line(llvm::IRBuilderBase& builder, std::uint32_t line) const;
  /// The line that the innermost open call has said: where the library code that now runs was called. A number of 32 bits.
  llvm::Value* told_line(llvm::IRBuilderBase& builder) const;
  /// The frame address of the function the builder stands in.
  static llvm::Value* frame(llvm::IRBuilderBase& builder);

 private:
  llvm::Value* told_line_address(llvm::IRBuilderBase& builder) const;
  llvm::CallInst* emit(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments) const;

  llvm::Module& module_;
};

}  // namespace culprit::pass
