#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include "recorders/cxx/pass/arcs.h"

namespace llvm {
class CallBase;
class Module;
}  // namespace llvm

namespace culprit::pass {

/// The function that a call names; null for a call through a pointer.
const llvm::Function* named_target(const llvm::CallBase& call);
/// Neither the compiler's own business nor an assembler statement.
bool is_real_call(const llvm::CallBase& call);

/// The functions that are no nodes, and what a call of one can come to. To be made before the module is changed.
class InBetween {
 public:
  /// Cost: one pass over the module's code.
  InBetween(const llvm::Module& module, IsNode is_node);

  /// Whether it matters on which line of a node the function was called: it may call a node, or write what others see.
  bool matters(const llvm::Function& function) const;
  /// The one node that calling the function comes to, if it does nothing else: it is that node, or passes its call on (constructors and
  /// destructors do so); or null.
  const llvm::Function* node_behind(const llvm::Function& function, IsNode is_node) const;

 private:
  llvm::DenseSet<const llvm::Function*> matters_;  ///< of those with a body
  llvm::DenseSet<const llvm::Function*> writes_;   ///< themselves
};

}  // namespace culprit::pass
