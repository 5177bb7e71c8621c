// Which loops of the source a function has, found in the code that clang emits before any optimisation. Needs debug
// info and clang's names of blocks (-g -fno-discard-value-names): docs/decisions/0006-source-loops.md says why.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringRef.h>

#include <vector>

namespace llvm {
class BasicBlock;
class CallBase;
class DIExpression;
class DIFile;
class DILocalVariable;
class DominatorTree;
class Function;
class Instruction;
class LoopInfo;
class Value;
}  // namespace llvm

namespace culprit::pass {

// A variable that an iteration of the loop can see. Where it is: `expression` applied to `storage`
// (variable_address in debug_variables.h).
struct LoopVariable {
  const llvm::DILocalVariable* variable = nullptr;
  llvm::Value* storage = nullptr;
  const llvm::DIExpression* expression = nullptr;
  // It lives in memory whose writes are logged, so its address says it all. Otherwise its storage is an alloca that is
  // only loaded and stored, and its value is recorded.
  bool by_address = false;
  // The value (or address) is the same during the whole loop and known when it begins: it belongs to LOOP_BEGIN. The
  // others belong to each ITERATION and to LOOP_END; those declared in the loop (`for (int x : v)`, `while (int c =
  // next())`) are not yet initialised at LOOP_END if there was no iteration.
  bool fixed = false;
  // It is declared in the loop's head: nobody sees it afterwards.
  bool own = false;
  // It has no value when the loop begins, and no other reason to log its writes: with by_address, the recorder has to
  // log the stores to `storage`, so that the reader sees when it gets one.
  bool must_log = false;
};

struct SourceLoop {
  enum class Kind { For, While, Do, Goto };

  static constexpr unsigned none = ~0u;

  Kind kind = Kind::For;
  unsigned index = 0;      // in the function's list; outer loops come before inner ones
  unsigned parent = none;  // the index of the innermost loop around it
  unsigned depth = 1;      // 1: in no other loop
  llvm::DIFile* file = nullptr;
  unsigned first_line = 0;
  unsigned last_line = 0;
  // Lines of initialisation, condition and step, and of the rest; 0: not known, or there are none.
  unsigned head_first = 0;
  unsigned head_last = 0;
  unsigned body_first = 0;
  unsigned body_last = 0;
  bool is_range = false;  // for (x : container)
  llvm::StringRef label;  // before the statement

  llvm::BasicBlock* header = nullptr;      // the first check, or the body where there is none before it
  llvm::BasicBlock* body = nullptr;        // every path through the loop's body starts here
  llvm::Instruction* iteration = nullptr;  // an iteration starts before this instruction
  llvm::SmallPtrSet<llvm::BasicBlock*, 16>
      region;  // all its blocks, those that cannot come back to the header too
  // Blocks of the region whose end is no longer in the loop: it is left before that instruction.
  llvm::DenseMap<llvm::BasicBlock*, llvm::Instruction*> left_at;

  std::vector<LoopVariable> variables;  // parameters first, then as declared; no name twice
};

// The function's loops. Leaves out loops that are never repeated, those with several entries (Duff's device), those
// that computed gotos enter, all of coroutines and of functions without debug info. Cost: about loops × blocks.
std::vector<SourceLoop> find_source_loops(llvm::Function& function, llvm::DominatorTree& dominators,
                                          llvm::LoopInfo& natural_loops);

// Whether the loop, its checks included, makes a call that `wanted` says yes to.
bool makes_call(const SourceLoop& loop, llvm::function_ref<bool(const llvm::CallBase&)> wanted);

}  // namespace culprit::pass
