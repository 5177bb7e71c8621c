#include "recorders/cxx/pass/source_loops.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/EHPersonalities.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "recorders/cxx/pass/loop_exits.h"
#include "recorders/cxx/pass/loop_region.h"
#include "recorders/cxx/pass/loop_variables.h"
#include "recorders/cxx/pass/source_range.h"
#include "recorders/cxx/pass/variables.h"

namespace culprit::pass {
namespace {

const llvm::DILabel* label_of(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block)
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
      if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record)) return label->getLabel();
  return nullptr;
}

// The body of a loop with a condition in front of it. `end_name`: how clang names what follows such a loop.
llvm::BasicBlock* body_behind_check(const llvm::Loop& natural, llvm::StringRef body_name,
                                    llvm::StringRef end_name, const llvm::LoopInfo& natural_loops,
                                    const llvm::DominatorTree& dominators) {
  // A loop statement that is never repeated may be inside this one, with a body of its own: there a failing check does
  // not leave the natural loop.
  auto is_inner = [&](const llvm::BasicBlock& body) {
    const llvm::BasicBlock* check = body.getUniquePredecessor();
    if (!check) return true;
    return llvm::any_of(llvm::successors(check), [&](const llvm::BasicBlock* next) {
      return next != &body && natural.contains(next) && is_named(*next, end_name);
    });
  };
  llvm::BasicBlock* first = nullptr;
  for (llvm::BasicBlock* block : natural.blocks())
    if (is_named(*block, body_name) && natural_loops.getLoopFor(block) == &natural && !is_inner(*block) &&
        (!first || dominators.dominates(block, first)))
      first = block;
  return first;
}

struct Shape {
  SourceLoop::Kind kind;
  llvm::BasicBlock* body;
  llvm::StringRef end_name;
};

std::optional<Shape> shape_of(const llvm::Loop& natural, const llvm::LoopInfo& natural_loops,
                              const llvm::DominatorTree& dominators) {
  using Kind = SourceLoop::Kind;
  llvm::BasicBlock* header = natural.getHeader();
  if (is_named(*header, "do.body")) return Shape{Kind::Do, header, "do.end"};
  if (is_named(*header, "while.body")) return Shape{Kind::While, header, "while.end"};
  if (is_named(*header, "while.cond")) {
    llvm::BasicBlock* body = body_behind_check(natural, "while.body", "while.end", natural_loops, dominators);
    if (!body) return std::nullopt;
    return Shape{Kind::While, body, "while.end"};
  }
  if (is_named(*header, "for.cond")) {
    // `for (;;)` has no block of that name: its body follows at once.
    llvm::BasicBlock* body = body_behind_check(natural, "for.body", "for.end", natural_loops, dominators);
    return Shape{Kind::For, body ? body : header, "for.end"};
  }
  // Only labels can be jumped back to; what is left are loops that clang itself makes, over arrays say.
  if (label_of(*header)) return Shape{Kind::Goto, header, ""};
  return std::nullopt;
}

// Where clang goes on behind the statement. Matters only if all paths there lead through the body.
llvm::BasicBlock* end_of(const Shape& shape, const llvm::Loop& natural, const SourceRange& range,
                         const llvm::DominatorTree& dominators) {
  if (shape.end_name.empty()) return nullptr;
  // clang lays blocks out in the order of the source: the first such block behind the loop's own is it. Ends of loops
  // inside that are never repeated have code of the statement behind them, unless a macro made all of it.
  bool is_point = range.file && range.first == range.last;
  bool behind = false;
  for (llvm::BasicBlock& block : *shape.body->getParent()) {
    behind |= &block == natural.getHeader();
    if (!behind || natural.contains(&block) || !is_named(block, shape.end_name)) continue;
    if (!dominators.isReachableFromEntry(&block) || !dominators.dominates(shape.body, &block)) continue;
    if (is_point || !range.file || place(block, range) != Place::Inside) return &block;
  }
  return nullptr;
}

bool is_entered_by_splittable_edges(const SourceLoop& loop, const llvm::DominatorTree& dominators) {
  if (loop.header->isEHPad()) return false;
  for (llvm::BasicBlock* before : llvm::predecessors(loop.header)) {
    // A computed goto may lead to any label whose address is taken, so its jumps back are no sign of a loop.
    bool is_entry = !loop.region.contains(before) || loop.kind == SourceLoop::Kind::Goto;
    if (!is_entry || !dominators.isReachableFromEntry(before)) continue;
    if (llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst>(before->getTerminator())) return false;
  }
  return true;
}

// What decides on passes, by lines: the condition, and the step of a `for`, whose initialisation stands where it begins.
void find_head(SourceLoop& loop, const llvm::Loop& natural, const llvm::LoopInfo& natural_loops,
               const llvm::DominatorTree& dominators) {
  if (loop.kind == SourceLoop::Kind::Goto || !loop.file) return;
  const bool is_do = loop.kind == SourceLoop::Kind::Do;
  llvm::SmallVector<const llvm::BasicBlock*, 2> starts;  // of the part of the head that comes behind the body
  for (const llvm::BasicBlock* block : natural.blocks())
    if (is_named(*block, is_do ? "do.cond" : "for.inc") && natural_loops.getLoopFor(block) == &natural)
      starts.push_back(block);
  unsigned first = is_do ? loop.last_line : loop.first_line, last = first;
  for (const llvm::BasicBlock* block : natural.blocks()) {
    const bool is_check = !is_do && !dominators.dominates(loop.body, block);
    const bool is_behind =
        llvm::any_of(starts, [&](const auto* start) { return dominators.dominates(start, block); });
    if (!is_check && !is_behind) continue;
    for (const llvm::Instruction& instruction : *block) {
      const llvm::DILocation* place = instruction.getDebugLoc().get();
      if (!place || place->getInlinedAt() || place->getFile() != loop.file) continue;
      if (place->getLine() < loop.first_line || place->getLine() > loop.last_line) continue;
      first = std::min(first, place->getLine());
      last = std::max(last, place->getLine());
    }
  }
  loop.head_first = first;
  loop.head_last = last;
  // What shares a line with the head is not told from it.
  const unsigned body_first = is_do ? loop.first_line : last + 1,
                 body_last = is_do ? first - 1 : loop.last_line;
  if (body_first > body_last) return;
  loop.body_first = body_first;
  loop.body_last = body_last;
}

// A label's code begins a block, which goes on with the loop's initialisation.
llvm::StringRef label_before(const SourceLoop& loop, const llvm::Loop& natural) {
  const llvm::BasicBlock* before = natural.getLoopPredecessor();
  const llvm::DILabel* label = label_of(*natural.getHeader());
  if (!label && before) label = label_of(*before);
  const bool is_near = label && label->getFile() == loop.file && label->getLine() <= loop.first_line &&
                       label->getLine() + 1 >= loop.first_line;
  return is_near ? label->getName() : "";
}

struct Found {
  SourceLoop loop;
  llvm::DILocalScope* scope;
};

std::optional<Found> find_loop(const llvm::Loop& natural, const llvm::LoopInfo& natural_loops,
                               const llvm::DominatorTree& dominators) {
  std::optional<Shape> shape = shape_of(natural, natural_loops, dominators);
  if (!shape) return std::nullopt;
  LoopPlace where = place_of_statement(natural);
  if (!where.scope) where = place_of_blocks(natural);
  if (shape->kind == SourceLoop::Kind::Goto) {
    const llvm::DILabel* label = label_of(*natural.getHeader());
    if (label->getFile() == where.range.file)
      where.range.first = std::min(where.range.first, Position{label->getLine(), 0});
  }
  Found found{SourceLoop(), where.scope};
  SourceLoop& loop = found.loop;
  loop.kind = shape->kind;
  loop.header = natural.getHeader();
  loop.body = shape->body;
  loop.iteration = &*loop.body->getFirstInsertionPt();
  find_region(loop, natural, where.range, end_of(*shape, natural, where.range, dominators), dominators);
  if (!is_entered_by_splittable_edges(loop, dominators)) return std::nullopt;
  if (where.scope) loop.file = where.scope->getFile();
  loop.first_line = where.range.first.line;
  loop.last_line = std::max(where.range.first.line, where.range.last.line);
  find_head(loop, natural, natural_loops, dominators);
  loop.label = label_before(loop, natural);
  return found;
}

// Precondition: outer loops come before inner ones.
void nest(std::vector<Found>& found) {
  for (size_t inner = found.size(); inner-- > 0;) {
    SourceLoop& loop = found[inner].loop;
    loop.index = static_cast<unsigned>(inner);
    for (size_t outer = inner; outer-- > 0;) {
      SourceLoop& around = found[outer].loop;
      if (!around.region.contains(loop.header)) continue;
      if (loop.parent == SourceLoop::none) loop.parent = static_cast<unsigned>(outer);
      around.region.insert(loop.region.begin(), loop.region.end());
    }
  }
  for (Found& one : found)
    if (one.loop.parent != SourceLoop::none) one.loop.depth = found[one.loop.parent].loop.depth + 1;
}

bool may_have_loops(const llvm::Function& function) {
  if (!function.getSubprogram() || function.isPresplitCoroutine()) return false;
  return !function.hasPersonalityFn() ||
         !llvm::isScopedEHPersonality(llvm::classifyEHPersonality(function.getPersonalityFn()));
}

}  // namespace

std::vector<SourceLoop> find_source_loops(llvm::Function& function, llvm::DominatorTree& dominators,
                                          llvm::LoopInfo& natural_loops) {
  if (!may_have_loops(function) || natural_loops.empty()) return {};
  std::vector<Found> found;
  // A header comes before everything that it dominates: outer loops before inner ones.
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
    if (natural_loops.isLoopHeader(block))
      if (auto one = find_loop(*natural_loops.getLoopFor(block), natural_loops, dominators))
        found.push_back(std::move(*one));
  nest(found);
  const std::vector<Variable> declared = variables_of(function);
  std::vector<SourceLoop> loops;
  for (auto& [loop, scope] : found) {
    if (scope) {
      skip_range_variable(loop, scope, declared);
      find_variables(loop, scope, declared, dominators);
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

bool makes_call(const SourceLoop& loop, llvm::function_ref<bool(const llvm::CallBase&)> wanted) {
  for (llvm::BasicBlock* block : loop.region) {
    llvm::Instruction* left = loop.left_at.lookup(block);
    for (llvm::Instruction& instruction : *block) {
      if (&instruction == left) break;
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && wanted(*call)) return true;
    }
  }
  return false;
}

}  // namespace culprit::pass
