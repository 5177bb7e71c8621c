// How debug info says where variables are, and which need no log of their writes.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace llvm {
class AllocaInst;
class DIExpression;
class Value;
}  // namespace llvm

namespace culprit::pass {

// Whether variable_address can follow the expression: any sequence of dereferences and additions of constants.
bool is_followed(const llvm::DIExpression* expression);

// The address of a variable declared as `expression` applied to `storage`; emits what has to be computed.
// Precondition: is_followed(expression).
llvm::Value* variable_address(llvm::IRBuilderBase& builder, llvm::Value* storage,
                              const llvm::DIExpression* expression);

// A scalar (or vector) that nothing but whole loads and stores touch: no other function sees it, its writes need no log.
bool is_plain(const llvm::AllocaInst& alloca);

}  // namespace culprit::pass
