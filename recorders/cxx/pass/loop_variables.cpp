#include "recorders/cxx/pass/loop_variables.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>

#include "recorders/cxx/pass/debug_variables.h"

namespace culprit::pass {
namespace {

llvm::DILocalScope* scope_of(const llvm::DILocalVariable& variable) {
  return variable.getScope()->getNonLexicalBlockFileScope();
}

// The scopes around a place, the innermost first.
llvm::SmallVector<llvm::DILocalScope*, 8> scopes_from(llvm::DILocalScope* scope) {
  llvm::SmallVector<llvm::DILocalScope*, 8> scopes;
  while (scope) {
    scopes.push_back(scope->getNonLexicalBlockFileScope());
    scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(scopes.back()->getScope());
  }
  return scopes;
}

// A `for` has further scopes at its own place for a variable of its condition, or of each pass of a range-for; the braces
// of its body stand elsewhere and are further in.
bool is_part_of_statement(const llvm::DILocalScope& scope, const llvm::DILocalScope& statement) {
  const auto* inner = llvm::dyn_cast<llvm::DILexicalBlock>(&scope);
  const auto* outer = llvm::dyn_cast<llvm::DILexicalBlock>(statement.getNonLexicalBlockFileScope());
  return inner && outer && inner->getScope() == outer && inner->getLine() == outer->getLine() &&
         inner->getColumn() == outer->getColumn();
}

bool is_scope_of(const SourceLoop& loop, llvm::DILocalScope* scope) {
  const auto* block = llvm::dyn_cast<llvm::DILexicalBlock>(scope->getNonLexicalBlockFileScope());
  return block && block->getFile() == loop.file && block->getLine() == loop.first_line;
}

bool starts_with_load(const llvm::DIExpression& expression) {
  return expression.getNumElements() > 0 && expression.getElement(0) == llvm::dwarf::DW_OP_deref;
}

bool writes(const llvm::Instruction& instruction, const llvm::Value* storage) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return llvm::getUnderlyingObject(store->getPointerOperand()) == storage;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && !instruction.isLifetimeStartOrEnd() && llvm::is_contained(call->args(), storage);
}

// The instruction that is executed next if only one can be, exceptions apart.
llvm::Instruction* next_of(llvm::Instruction& instruction) {
  if (!instruction.isTerminator()) return instruction.getNextNode();
  llvm::BasicBlock* next = nullptr;
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction))
    next = invoke->getNormalDest();
  else
    next = instruction.getParent()->getSingleSuccessor();
  return next && next->getSinglePredecessor() ? &*next->getFirstInsertionPt() : nullptr;
}

// What is known of one variable in one loop.
class Candidate {
 public:
  Candidate(const SourceLoop& loop, const Variable& declared, const llvm::DominatorTree& dominators)
      : loop_(loop), declared_(declared), dominators_(dominators) {}

  // Nothing if the iterations cannot see it, or if it never has a value there.
  std::optional<LoopVariable> visible() const {
    llvm::BasicBlock* where = declared_.declared->getParent();
    bool in_loop = loop_.region.contains(where);
    if (in_loop ? !dominators_.dominates(declared_.declared, loop_.iteration)
                : !dominators_.dominates(where, loop_.header))
      return std::nullopt;
    LoopVariable variable{declared_.described, declared_.address, declared_.expression};
    auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(declared_.address);
    bool has_value = in_loop || !alloca || is_initialised(*alloca);
    if (alloca && declared_.expression->getNumElements() == 0 && is_plain(*alloca)) {
      bool changes = in_loop || is_stored_in_loop(*alloca);
      // A loop made by goto often is most of its function: what it sets first is its own, and costly to log.
      if (!has_value && (!changes || loop_.kind == SourceLoop::Kind::Goto)) return std::nullopt;
      variable.by_address = variable.must_log = !has_value;
      variable.fixed = !has_value || !changes;
      return variable;
    }
    variable.by_address = true;
    variable.fixed = true;
    if (starts_with_load(*declared_.expression)) {
      if (!has_value) return std::nullopt;
      variable.fixed = !in_loop && !(alloca && is_stored_in_loop(*alloca));
    }
    auto* computed = llvm::dyn_cast<llvm::Instruction>(declared_.address);
    if (computed && !dominators_.dominates(computed->getParent(), loop_.header)) return std::nullopt;
    return variable;
  }

 private:
  bool is_stored_in_loop(const llvm::AllocaInst& alloca) const {
    return llvm::any_of(alloca.users(), [&](const llvm::User* user) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return store && loop_.region.contains(store->getParent());
    });
  }

  // Whether every path from the declaration to the loop writes the variable.
  bool is_initialised(const llvm::AllocaInst& alloca) const {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*, 16> open;
    auto go_back = [&](const llvm::BasicBlock* block) {
      for (const llvm::BasicBlock* before : llvm::predecessors(block))
        if (!loop_.region.contains(before) && dominators_.isReachableFromEntry(before) &&
            seen.insert(before).second)
          open.push_back(before);
    };
    go_back(loop_.header);
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      std::optional<bool> written = written_in(*block, alloca);
      if (written ? !*written : block->isEntryBlock()) return false;
      if (!written) go_back(block);
    }
    return true;
  }

  // True if the block writes the variable and does not declare it afterwards, false if it declares it afterwards,
  // nothing if it does neither.
  std::optional<bool> written_in(const llvm::BasicBlock& block, const llvm::AllocaInst& alloca) const {
    const llvm::Instruction* last = nullptr;
    for (const llvm::User* user : alloca.users()) {
      const auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (instruction->getParent() == &block && writes(*instruction, &alloca) &&
          (!last || last->comesBefore(instruction)))
        last = instruction;
    }
    // Parameters, and pointers to where variables are, are stored before the declaration.
    bool declares = declared_.declared->getParent() == &block && !declared_.described->isParameter() &&
                    !starts_with_load(*declared_.expression);
    if (last && !(declares && last->comesBefore(declared_.declared))) return true;
    if (declares) return false;
    return std::nullopt;
  }

  const SourceLoop& loop_;
  const Variable& declared_;
  const llvm::DominatorTree& dominators_;
};

}  // namespace

void skip_range_variable(SourceLoop& loop, llvm::DILocalScope* scope, llvm::ArrayRef<Variable> declared) {
  if (loop.kind != SourceLoop::Kind::For) return;
  bool is_range = llvm::any_of(declared, [&](const Variable& one) {
    return one.described->getName().starts_with("__range") &&
           scope_of(*one.described) == scope->getNonLexicalBlockFileScope();
  });
  if (!is_range) return;
  loop.is_range = true;
  llvm::SmallPtrSet<llvm::Value*, 4> waiting;
  for (llvm::Instruction* at = loop.iteration; at; at = next_of(*at)) {
    if (!loop.region.contains(at->getParent())) break;
    for (const Variable& one : declared)
      if (one.declared == at && is_part_of_statement(*scope_of(*one.described), *scope))
        waiting.insert(one.address);
    bool written = false;
    for (llvm::Value* storage : llvm::make_early_inc_range(waiting))
      if (writes(*at, storage)) written = waiting.erase(storage);
    if (llvm::Instruction* next = next_of(*at); written && next) loop.iteration = next;
  }
}

void find_variables(SourceLoop& loop, llvm::DILocalScope* scope, llvm::ArrayRef<Variable> declared,
                    const llvm::DominatorTree& dominators) {
  auto scopes = scopes_from(scope);
  // 0: in the statement itself; then from the inside out.
  auto distance_of = [&](llvm::DILocalScope* one) -> size_t {
    bool inside = loop.kind == SourceLoop::Kind::For && is_part_of_statement(*one, *scope);
    return inside ? 0 : 1 + (llvm::find(scopes, one) - scopes.begin());
  };
  // A `for` has a scope of its own, whatever it declares.
  const bool is_statement = loop.kind == SourceLoop::Kind::For && is_scope_of(loop, scope);
  struct Seen {
    size_t distance;
    LoopVariable variable;
    size_t order;
  };
  llvm::StringMap<Seen> by_name;
  for (size_t order = 0; order < declared.size(); ++order) {
    const Variable& one = declared[order];
    llvm::StringRef name = one.described->getName();
    if (name.empty() || name.starts_with("__") || !is_followed(one.expression)) continue;
    size_t distance = distance_of(scope_of(*one.described));
    if (distance > scopes.size()) continue;
    auto seen = by_name.find(name);
    if (seen != by_name.end() && seen->second.distance < distance) continue;
    if (auto variable = Candidate(loop, one, dominators).visible()) {
      variable->own = distance == 0 || (distance == 1 && is_statement);
      by_name.insert_or_assign(name, Seen{distance, *variable, order});
    }
  }
  std::vector<Seen> sorted;
  for (const auto& entry : by_name) sorted.push_back(entry.second);
  auto place = [](const Seen& seen) {
    unsigned argument = seen.variable.variable->getArg();
    return std::pair(argument ? argument : ~0u, seen.order);
  };
  std::sort(sorted.begin(), sorted.end(), [&](const Seen& a, const Seen& b) { return place(a) < place(b); });
  for (const Seen& seen : sorted) loop.variables.push_back(seen.variable);
}

}  // namespace culprit::pass
