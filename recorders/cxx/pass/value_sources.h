// Which functions' results a value is computed from.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>

#include "recorders/cxx/pass/arcs.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class CallBase;
class DILocalVariable;
class Instruction;
class LoadInst;
class StoreInst;
class Value;
}  // namespace llvm

namespace culprit::pass {

// The source's parameters behind those of compiled functions: objects may come in parts, and results by address.
class Parameters {
 public:
  // Counted from 0, with `this` as one of them. A guess if the function is only declared.
  unsigned number(const llvm::Function& function, unsigned argument);
  // Whether the function says that it does not change what the argument points to.
  bool is_const(const llvm::Function& function, unsigned argument);

 private:
  const llvm::DILocalVariable* variable(const llvm::Function& function, unsigned argument);

  llvm::DenseMap<const llvm::Function*, std::vector<const llvm::DILocalVariable*>> variables_;
};

// The node that the call makes; null if it makes none or is not known. A complete constructor that only calls the base
// one is no node of its own, and stands for that.
const llvm::Function* node_called(const llvm::CallBase& call, IsNode is_node);

bool is_destructor(const llvm::Function& function);

class ValueSources {
 public:
  ValueSources(IsNode is_node, Parameters& parameters) : is_node_(is_node), parameters_(parameters) {}

  using Functions = llvm::SmallSetVector<const llvm::Function*, 4>;
  // Of the value as it is at `at`. Gives up after some hundred steps, with what it found.
  Functions of(const llvm::Value* value, const llvm::Instruction* at);

 private:
  struct Step {
    const llvm::Value* value;
    const llvm::Instruction* at;
  };

  using Stores = llvm::SmallVector<const llvm::StoreInst*, 2>;
  using LastStores = llvm::DenseMap<const llvm::BasicBlock*, const llvm::StoreInst*>;

  void later(const llvm::Value* value, const llvm::Instruction* at);
  void follow(const Step& step);
  void follow_load(const llvm::LoadInst& load);
  // Those whose value a load of a plain variable may see.
  Stores reaching_stores(const llvm::LoadInst& load, const llvm::AllocaInst& variable);
  bool is_plain_variable(const llvm::AllocaInst& variable);
  void follow_call(const llvm::CallBase& call);
  void follow_contents(const llvm::AllocaInst& object, const llvm::Instruction& at);
  void follow_writer(const llvm::Value* pointer, const llvm::Instruction& writer,
                     const llvm::Instruction& at);

  IsNode is_node_;
  Parameters& parameters_;
  llvm::DenseMap<const llvm::AllocaInst*, bool> is_plain_;
  llvm::DenseMap<const llvm::AllocaInst*, LastStores> last_stores_;  // of plain variables, in each block
  llvm::DenseMap<const llvm::LoadInst*, Stores> stores_;
  Functions found_;
  llvm::SmallVector<Step, 16> open_;
  llvm::DenseSet<std::pair<const llvm::Value*, const llvm::Instruction*>> seen_;
};

}  // namespace culprit::pass
