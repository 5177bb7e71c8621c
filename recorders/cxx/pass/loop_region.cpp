#include "recorders/cxx/pass/loop_region.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "recorders/cxx/pass/source_range.h"

namespace culprit::pass {
namespace {

using Blocks = llvm::SmallVector<llvm::BasicBlock*, 16>;

class Region {
 public:
  Region(SourceLoop& loop, const SourceRange& range, llvm::BasicBlock* end,
         const llvm::DominatorTree& dominators)
      : loop_(loop), range_(range), end_(end), dominators_(dominators) {}

  void grow() {
    Blocks below;
    dominators_.getDescendants(loop_.body, below);
    Blocks open;
    for (llvm::BasicBlock* block : below)
      if (may_belong(block) && belongs_by_place(*block)) open.push_back(block);
    // What can only be passed on the way to a block of the statement is in it too, wherever its code comes from
    // (default arguments stand elsewhere in the source).
    while (!open.empty()) {
      llvm::BasicBlock* block = open.pop_back_val();
      if (!loop_.region.insert(block).second) continue;
      added_.push_back(block);
      for (llvm::BasicBlock* before : llvm::predecessors(block))
        if (may_belong(before)) open.push_back(before);
    }
  }

  // A goto from behind the loop may lead to a block that grow() took: the loop would have a second entry.
  void keep_one_entry() {
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::BasicBlock* block : added_)
        if (loop_.region.contains(block) && has_entry(block)) changed |= loop_.region.erase(block);
    }
  }

  // clang appends the code of outer scopes' ends (destructors) to a block that is the only one to reach it.
  void find_ends_within() {
    for (llvm::BasicBlock* block : added_) {
      if (!loop_.region.contains(block)) continue;
      llvm::Instruction* left = nullptr;
      for (llvm::Instruction& instruction : llvm::reverse(*block)) {
        Place where = place(instruction, range_);
        if (where == Place::Inside) break;
        if (where == Place::Outside) left = &instruction;
      }
      if (left && !left->isTerminator() && !llvm::isa<llvm::LandingPadInst>(left) && !goes_on(block))
        loop_.left_at[block] = left;
    }
  }

 private:
  bool may_belong(llvm::BasicBlock* block) const {
    return !loop_.region.contains(block) && dominators_.isReachableFromEntry(block) &&
           !(end_ && dominators_.dominates(end_, block));
  }

  bool belongs_by_place(const llvm::BasicBlock& block) const {
    return !range_.file || place(block, range_) == Place::Inside;
  }

  bool has_entry(llvm::BasicBlock* block) const {
    for (llvm::BasicBlock* before : llvm::predecessors(block))
      if (dominators_.isReachableFromEntry(before) && !loop_.region.contains(before)) return true;
    return false;
  }

  bool goes_on(llvm::BasicBlock* block) const {
    for (llvm::BasicBlock* next : llvm::successors(block))
      if (loop_.region.contains(next)) return true;
    return false;
  }

  SourceLoop& loop_;
  const SourceRange& range_;
  llvm::BasicBlock* end_;
  const llvm::DominatorTree& dominators_;
  Blocks added_;
};

}  // namespace

void find_region(SourceLoop& loop, const llvm::Loop& natural, const SourceRange& range, llvm::BasicBlock* end,
                 const llvm::DominatorTree& dominators) {
  loop.region.insert(natural.block_begin(), natural.block_end());
  Region region(loop, range, end, dominators);
  region.grow();
  region.keep_one_entry();
  region.find_ends_within();
}

}  // namespace culprit::pass
