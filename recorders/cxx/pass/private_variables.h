#pragma once

namespace llvm {
class AllocaInst;
class Value;
}  // namespace llvm

namespace culprit::pass {

/// The variable that an address lies in, as far as constant and computed offsets lead back to one; or null.
const llvm::AllocaInst* variable_behind(const llvm::Value* address);

/// An aggregate whose address goes nowhere: only parts of it are loaded, stored and copied.
bool is_private_aggregate(const llvm::Value& address);

/// Whether no other function sees the variable, so that neither its writes nor its reads need a log. Aggregates of the program's
/// own functions never count as such: they are shown.
bool is_private(const llvm::AllocaInst& variable, bool is_system);

}  // namespace culprit::pass
