#pragma once

#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "recorders/cxx/pass/variables.h"

namespace llvm {
class DIType;
class GetElementPtrInst;
class Module;
class Type;
}  // namespace llvm

namespace culprit::pass {

/// The source's types of values in a function's code. Code has none but sizes; what a value was loaded from, or which function
/// returned it, tells them. Where nothing does, a plain type of the same size stands in: int, double, void*.
class ValueTypes {
 public:
  explicit ValueTypes(const std::vector<Variable>& variables);

  /// Of a value that fits its type; null if there is no such type.
  const llvm::DIType* of(const llvm::Value* value) const;
  /// Of the object at an address; null if it is not known.
  const llvm::DIType* object_at(const llvm::Value* address) const;
  /// The plain type of such values; null for aggregates.
  static const llvm::DIType* plain(const llvm::Type* type);

 private:
  /// Steps back from a value that are followed.
  static constexpr unsigned kMostSteps = 16;

  const llvm::DIType* told(const llvm::Value* value, unsigned left) const;
  const llvm::DIType* object(const llvm::Value* address, unsigned left) const;
  const llvm::DIType* element(const llvm::Value* address, unsigned left) const;

  llvm::DenseMap<const llvm::Value*, const llvm::DIType*> variables_;
};

}  // namespace culprit::pass
