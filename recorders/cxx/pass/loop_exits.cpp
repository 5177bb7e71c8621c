#include "recorders/cxx/pass/loop_exits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

namespace culprit::pass {
namespace {

using namespace llvm;

StringRef end_name(SourceLoop::Kind kind) {
  switch (kind) {
    case SourceLoop::Kind::For:
      return "for.end";
    case SourceLoop::Kind::While:
      return "while.end";
    case SourceLoop::Kind::Do:
      return "do.end";
    case SourceLoop::Kind::Goto:
      break;
  }
  return "";
}

// The branch that lets a pass begin, or ends the loop.
bool is_check(const SourceLoop& loop, const BasicBlock& from) {
  const auto* branch = dyn_cast<BranchInst>(from.getTerminator());
  if (!branch || !branch->isConditional()) return false;
  return is_contained(successors(&from), loop.kind == SourceLoop::Kind::Do ? loop.header : loop.body);
}

bool is_cleanup_slot(const Value* pointer) {
  return isa<AllocaInst>(pointer) && pointer->getName().starts_with("cleanup.dest");
}

// The destination that the block chooses for when destructors have run; 0: none, or the next pass.
std::uint64_t chosen_destination(const BasicBlock& block) {
  for (const Instruction& instruction : reverse(block))
    if (const auto* store = dyn_cast<StoreInst>(&instruction);
        store && is_cleanup_slot(store->getPointerOperand()))
      if (const auto* destination = dyn_cast<ConstantInt>(store->getValueOperand()))
        return destination->getZExtValue();
  return 0;
}

// Where several ways lead through destructors, clang numbers where they go on; 1 is the function's end, in every function.
constexpr std::uint64_t kReturn = 1;

// The destinations that may be chosen between where the block leaves for `to`: those of a switch over them, or the one that the
// block itself has chosen.
bool goes_to_return(const BasicBlock& from, const BasicBlock& to) {
  if (const auto* choice = dyn_cast<SwitchInst>(from.getTerminator())) {
    const auto* chosen = dyn_cast<LoadInst>(choice->getCondition());
    if (chosen && is_cleanup_slot(chosen->getPointerOperand()))
      return any_of(choice->cases(), [&](const auto& one) {
        return one.getCaseSuccessor() == &to && one.getCaseValue()->equalsInt(kReturn);
      });
  }
  return chosen_destination(from) == kReturn;
}

// The variable of a condition has a destructor: behind it, the end is reached both by the condition (through `exit`) and by break,
// if there is one.
bool is_broken(const SourceLoop& loop, const BasicBlock& exit) {
  const std::uint64_t end = chosen_destination(exit);
  return end == 0 || any_of(loop.region, [&](const BasicBlock* block) {
           return block != &exit && chosen_destination(*block) == end;
         });
}

// The last line of the statement's own in the block. Behind destructors, where a switch decides, no line says which way it was.
unsigned line_in(const SourceLoop& loop, const BasicBlock& from) {
  if (isa<SwitchInst>(from.getTerminator())) return 0;
  for (const Instruction& instruction : reverse(from)) {
    const DILocation* place = instruction.getDebugLoc().get();
    if (!place || place->getInlinedAt() || place->getFile() != loop.file) continue;
    if (place->getLine() >= loop.first_line && place->getLine() <= loop.last_line) return place->getLine();
  }
  return 0;
}

}  // namespace

bool is_named(const BasicBlock& block, StringRef name) {
  StringRef rest = block.getName();
  return rest.consume_front(name) && rest.find_if_not(isDigit) == StringRef::npos;
}

LoopExit exit_of(const SourceLoop& loop, const BasicBlock& from, const BasicBlock* to) {
  const unsigned line = line_in(loop, from);
  if (!to) return {CULPRIT_EXIT_RETURNED, line};
  if (is_check(loop, from)) return {};
  if (is_named(*to, "return") || goes_to_return(from, *to)) return {CULPRIT_EXIT_RETURNED, line};
  if (loop.kind == SourceLoop::Kind::Goto) return {};  // it has no condition of its own
  if (is_named(*to, end_name(loop.kind))) {
    const auto exit =
        find_if(loop.region, [](const BasicBlock* block) { return is_named(*block, "while.exit"); });
    if (exit == loop.region.end()) return {CULPRIT_EXIT_BROKE, line};
    return is_broken(loop, **exit) ? LoopExit{CULPRIT_EXIT_UNKNOWN, 0} : LoopExit{};
  }
  return {CULPRIT_EXIT_JUMPED, line};
}

}  // namespace culprit::pass
