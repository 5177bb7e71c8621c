#include "tests/mutants/plugin/places.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

namespace culprit::mutants {

using namespace llvm;

namespace {

/// The first part of a `for` runs before its loop, in the scope of the statement.
bool is_start(const pass::SourceLoop& loop, const DILocation& at) {
  const auto* scope = dyn_cast<DILexicalBlock>(at.getScope());
  return loop.kind == pass::SourceLoop::Kind::For && at.getLine() == loop.first_line && scope &&
         scope->getLine() == loop.first_line && at.getColumn() > scope->getColumn();
}

/// The variable of `for (x : xs)` gets its value in the body's first block, before the pass begins.
bool is_before_pass(const pass::SourceLoop& loop, const Instruction& instruction) {
  return loop.iteration && instruction.getParent() == loop.iteration->getParent() &&
         instruction.getParent() == loop.body && instruction.comesBefore(loop.iteration);
}

/// What runs between two passes; empty if the block belongs to the body.
std::string head_part(const pass::SourceLoop& loop, const BasicBlock& block,
                      const DominatorTree& dominators) {
  if (!loop.body || !dominators.isReachableFromEntry(&block)) return {};
  if (!dominators.dominates(loop.body, &block)) return "bound";
  for (const BasicBlock* one : loop.region) {
    const bool is_step = one->getName().starts_with("for.inc"),
               is_check = one->getName().starts_with("do.cond");
    if ((is_step || is_check) && dominators.dominates(one, &block)) return is_step ? "step" : "bound";
  }
  return {};
}

}  // namespace

const DILocation* location(const Instruction& instruction) {
  const DILocation* at = instruction.getDebugLoc();
  return at && at->getLine() && !at->getInlinedAt() ? at : nullptr;
}

Places::Places(Function& function) {
  DominatorTree dominators(function);
  LoopInfo natural_loops(dominators);
  const std::vector<pass::SourceLoop> loops = pass::find_source_loops(function, dominators, natural_loops);
  for (const Instruction& instruction : instructions(function))
    if (location(instruction)) places_[&instruction] = find(instruction, loops, dominators);
}

Place Places::find(const Instruction& instruction, const std::vector<pass::SourceLoop>& loops,
                   const DominatorTree& dominators) const {
  const DILocation* at = location(instruction);
  Place place{at->getLine(), at->getColumn(), 0, 0, {}};
  // Outer loops come first, so the last one that fits is the innermost.
  for (const pass::SourceLoop& loop : loops) {
    const bool is_in = loop.region.contains(const_cast<BasicBlock*>(instruction.getParent()));
    if (!is_in && !is_start(loop, *at)) continue;
    place.loop_line = loop.first_line;
    place.loop_last_line = loop.last_line;
    if (!is_in)
      place.head = "start";
    else
      place.head =
          is_before_pass(loop, instruction) ? "bound" : head_part(loop, *instruction.getParent(), dominators);
  }
  return place;
}

Place Places::of(const Instruction& instruction) const {
  return places_.lookup(&instruction);
}

}  // namespace culprit::mutants
