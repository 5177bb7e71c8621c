#include "recorders/cxx/pass/source_range.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

namespace culprit::pass {
namespace {

// The instruction's own place in the source; null if the compiler made it up.
const llvm::DILocation* location(const llvm::Instruction& instruction) {
  const llvm::DILocation* found = instruction.getDebugLoc().get();
  return found && found->getLine() != 0 && !found->getInlinedAt() ? found : nullptr;
}

Position position(const llvm::DILocation& location) {
  return {location.getLine(), location.getColumn()};
}

}  // namespace

Place place(const llvm::Instruction& instruction, const SourceRange& range) {
  const llvm::DILocation* found = location(instruction);
  if (!found || !range.file || found->getFile() != range.file) return Place::Unknown;
  return range.first <= position(*found) && position(*found) <= range.last ? Place::Inside : Place::Outside;
}

Place place(const llvm::BasicBlock& block, const SourceRange& range) {
  Place result = Place::Unknown;
  for (const llvm::Instruction& instruction : block) {
    Place one = place(instruction, range);
    if (one == Place::Inside) return one;
    if (one == Place::Outside) result = one;
  }
  return result;
}

LoopPlace place_of_statement(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (llvm::BasicBlock* latch : latches) {
    const llvm::MDNode* id = latch->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
    if (!id || id->getNumOperands() < 3) continue;
    auto* first = llvm::dyn_cast<llvm::DILocation>(id->getOperand(1));
    auto* last = llvm::dyn_cast<llvm::DILocation>(id->getOperand(2));
    if (!first || !last) continue;
    LoopPlace found{{first->getFile(), position(*first), position(*last)}, first->getScope()};
    // `#line` and loops that begin in one file and end in another leave no range to compare with.
    if (last->getFile() != first->getFile() || found.range.last < found.range.first)
      found.range.file = nullptr;
    return found;
  }
  return {};
}

LoopPlace place_of_blocks(const llvm::Loop& loop) {
  LoopPlace result;
  auto& [file, first, last] = result.range;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& instruction : *block) {
      const llvm::DILocation* found = location(instruction);
      if (!found) continue;
      if (!file) {
        file = found->getFile();
        first = last = position(*found);
        result.scope = found->getScope();
      }
      if (found->getFile() != file) continue;
      first = std::min(first, position(*found));
      last = std::max(last, position(*found));
    }
  return result;
}

}  // namespace culprit::pass
