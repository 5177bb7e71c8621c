#include "recorders/cxx/pass/call_lines.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "recorders/cxx/abi.h"
#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/library.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// Its name is not that of the node that it comes to: the other module decides which of several variants that is.
bool has_variants(const Function& declaration) {
  ItaniumPartialDemangler name;
  return !name.partialDemangle(declaration.getName().str().c_str()) && name.isCtorOrDtor();
}

/// Who it ends with is called from where it was called.
bool ends_with_tail_call(const Function& function) {
  return std::ranges::any_of(
      function, [](const BasicBlock& block) { return block.getTerminatingMustTailCall() != nullptr; });
}

}  // namespace

CallLines::CallLines(Function& function, const InBetween& between, IsNode is_node, LineOf line,
                     const std::vector<CallBase*>& foreign)
    : function_(function) {
  find_sites(between, is_node, line, foreign);
  find_rows();
}

void CallLines::find_sites(const InBetween& between, IsNode is_node, LineOf line,
                           const std::vector<CallBase*>& foreign) {
  const SmallPtrSet<const CallBase*, 16> asked(foreign.begin(), foreign.end());
  for (Instruction& instruction : instructions(function_)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (!call || !is_real_call(*call) || call->isMustTailCall()) continue;
    Site site{call, nullptr, line(instruction)};
    if (site.line > CULPRIT_CXX_LAST_CALL_LINE) site.line = 0;
    if (const Function* target = named_target(*call)) {
      const bool is_out = target->isDeclaration() && !is_harmless(*target) && asked.contains(call);
      if (is_out && !may_be_of_program(*target)) continue;
      if (!is_out && !is_node(*target) && !between.matters(*target)) continue;
      if (is_out)
        site.callee = has_variants(*target) ? nullptr : target;
      else
        site.callee = between.node_behind(*target, is_node);
      if (site.callee && ends_with_tail_call(*site.callee)) site.callee = nullptr;
    }
    sites_.push_back(site);
  }
}

void CallLines::find_rows() {
  // A call that has to say where it stands and does not know would be taken for one that has a row.
  if (std::ranges::any_of(sites_, [](const Site& site) { return !site.callee && !site.line; })) return;
  MapVector<const Function*, std::uint32_t> lines;
  for (const Site& site : sites_) {
    if (!site.callee) continue;
    const auto [at, is_new] = lines.insert({site.callee, site.line});
    if (!is_new && at->second != site.line) at->second = 0;
  }
  for (const auto& [callee, line] : lines)
    if (line) rows_.emplace_back(callee, line), with_row_.insert(callee);
}

/// Calls with a row that may come after one that has stored its line.
std::vector<const CallLines::Site*> CallLines::to_clear() const {
  SmallPtrSet<const BasicBlock*, 16> storing, behind;
  for (const Site& site : sites_)
    if (!has_row(site)) storing.insert(site.call->getParent());
  SmallVector<const BasicBlock*, 16> open(storing.begin(), storing.end());
  while (!open.empty())
    for (const BasicBlock* next : successors(open.pop_back_val()))
      if (behind.insert(next).second) open.push_back(next);
  const bool any_order = function_.callsFunctionThatReturnsTwice() && !storing.empty();
  std::vector<const Site*> found;
  SmallPtrSet<const BasicBlock*, 16> stored;
  for (const Site& site : sites_) {
    const BasicBlock* block = site.call->getParent();
    if (!has_row(site))
      stored.insert(block);
    else if (any_order || behind.contains(block) || stored.contains(block))
      found.push_back(&site);
  }
  return found;
}

void CallLines::record(const Hooks& hooks) const {
  const auto tell = [&](const Site& site, std::uint32_t line) {
    IRBuilder<> builder(site.call);
    hooks.tell_line(builder, line);
  };
  for (const Site* site : to_clear()) tell(*site, 0);
  for (const Site& site : sites_)
    if (!has_row(site)) tell(site, site.line);
}

}  // namespace culprit::pass
