#include "recorders/cxx/pass/loop_points.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace culprit::pass {
namespace {

using Event = LoopEvent::What;

// The loops around a place, the innermost first.
using Around = llvm::SmallVector<unsigned, 4>;

class Splitter {
 public:
  Splitter(llvm::Function& function, const std::vector<SourceLoop>& loops)
      : function_(function), loops_(loops) {
    // Inner loops have higher indices.
    for (const SourceLoop& loop : llvm::reverse(loops))
      for (llvm::BasicBlock* block : loop.region) around_[block].push_back(loop.index);
  }

  LoopPoints run() {
    llvm::SmallVector<llvm::BasicBlock*, 32> blocks;
    for (llvm::BasicBlock& block : function_) blocks.push_back(&block);
    for (llvm::BasicBlock* block : blocks) {
      land_in(*block);
      iterate_in(*block);
      leave_in(*block);
    }
    // Last, since it adds blocks.
    for (llvm::BasicBlock* block : blocks) cross_from(*block);
    return std::move(result_);
  }

 private:
  Around around_start(llvm::BasicBlock& block) const { return around_.lookup(&block); }

  Around around_end(llvm::BasicBlock& block) const {
    Around around = around_.lookup(&block);
    llvm::erase_if(around, [&](unsigned loop) { return loops_[loop].left_at.contains(&block); });
    return around;
  }

  std::vector<LoopEvent>& events_before(llvm::Instruction* instruction) {
    auto [at, is_new] = point_of_.try_emplace(instruction, result_.points.size());
    if (is_new) result_.points.push_back({instruction, {}});
    return result_.points[at->second].events;
  }

  void land_in(llvm::BasicBlock& block) {
    auto loops = [](const Around& around) { return static_cast<unsigned>(around.size()); };
    if (block.isLandingPad())
      result_.landings.push_back(
          {&*block.getFirstInsertionPt(), Landing::Cause::Exception, loops(around_start(block))});
    for (llvm::Instruction& instruction : block) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || !call->hasFnAttr(llvm::Attribute::ReturnsTwice)) continue;
      if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(call)) {
        llvm::BasicBlock* next = invoke->getNormalDest();
        result_.landings.push_back(
            {&*next->getFirstInsertionPt(), Landing::Cause::Jump, loops(around_start(*next))});
      } else if (!call->isTerminator()) {
        result_.landings.push_back({call->getNextNode(), Landing::Cause::Jump, loops(around_start(block))});
      }
    }
  }

  void iterate_in(llvm::BasicBlock& block) {
    for (unsigned loop : around_start(block))
      if (loops_[loop].iteration->getParent() == &block)
        events_before(loops_[loop].iteration).push_back({Event::Iteration, loop, {}});
  }

  // Loops that end inside the block, or with the call.
  void leave_in(llvm::BasicBlock& block) {
    for (unsigned loop : around_start(block))
      if (llvm::Instruction* left = loops_[loop].left_at.lookup(&block))
        events_before(left).push_back(
            {Event::End, loop, exit_of(loops_[loop], block, block.getSingleSuccessor())});
    llvm::Instruction* leave = block.getTerminatingMustTailCall();
    if (!leave) leave = block.getTerminator();
    if (leave == block.getTerminator() && !llvm::isa<llvm::ReturnInst>(leave)) return;
    for (unsigned loop : around_end(block))
      events_before(leave).push_back({Event::End, loop, exit_of(loops_[loop], block, nullptr)});
  }

  void cross_from(llvm::BasicBlock& from) {
    llvm::SmallSetVector<llvm::BasicBlock*, 4> targets(llvm::succ_begin(&from), llvm::succ_end(&from));
    for (llvm::BasicBlock* to : targets) {
      std::vector<LoopEvent> events = events_between(from, *to);
      if (events.empty() || to->isEHPad() || llvm::isa<llvm::UnreachableInst>(to->front())) continue;
      if (llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(from.getTerminator())) {
        jump_to(*to);
        continue;
      }
      llvm::Instruction* before = from.getTerminator();
      if (!from.getSingleSuccessor()) before = split(from, *to);
      auto& there = events_before(before);
      there.insert(there.end(), events.begin(), events.end());
    }
  }

  std::vector<LoopEvent> events_between(llvm::BasicBlock& from, llvm::BasicBlock& to) const {
    Around before = around_end(from), after = around_start(to);
    std::vector<LoopEvent> events;
    for (unsigned loop : before)
      if (!llvm::is_contained(after, loop))
        events.push_back({Event::End, loop, exit_of(loops_[loop], from, &to)});
    for (unsigned loop : llvm::reverse(after))
      if (!llvm::is_contained(before, loop)) events.push_back({Event::Begin, loop, {}});
    return events;
  }

  // A loop that is left on an edge that cannot be split.
  void jump_to(llvm::BasicBlock& block) {
    if (!jumped_to_.insert(&block).second) return;
    result_.landings.push_back({&*block.getFirstInsertionPt(), Landing::Cause::Jump,
                                static_cast<unsigned>(around_start(block).size())});
  }

  // A block on all edges from one block to another, however many a switch has. Returns its only instruction.
  llvm::Instruction* split(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    auto* between = llvm::BasicBlock::Create(function_.getContext(), "loop.edge", &function_, &to);
    auto* jump = llvm::BranchInst::Create(&to, between);
    jump->setDebugLoc(from.getTerminator()->getDebugLoc());
    for (llvm::PHINode& phi : to.phis()) {
      phi.setIncomingBlock(phi.getBasicBlockIndex(&from), between);
      for (int more; (more = phi.getBasicBlockIndex(&from)) >= 0;)
        phi.removeIncomingValue(static_cast<unsigned>(more), /*DeletePHIIfEmpty=*/false);
    }
    from.getTerminator()->replaceSuccessorWith(&to, between);
    return jump;
  }

  llvm::Function& function_;
  const std::vector<SourceLoop>& loops_;
  llvm::DenseMap<llvm::BasicBlock*, Around> around_;
  llvm::DenseMap<llvm::Instruction*, size_t> point_of_;
  llvm::SmallPtrSet<llvm::BasicBlock*, 8> jumped_to_;
  LoopPoints result_;
};

}  // namespace

LoopPoints split_for_loops(llvm::Function& function, const std::vector<SourceLoop>& loops) {
  return Splitter(function, loops).run();
}

}  // namespace culprit::pass
