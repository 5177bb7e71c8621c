#include "recorders/cxx/pass/record_pass.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

#include "recorders/cxx/pass/arcs.h"
#include "recorders/cxx/pass/call_lines.h"
#include "recorders/cxx/pass/foreign_calls.h"
#include "recorders/cxx/pass/function_recorder.h"
#include "recorders/cxx/pass/globals.h"
#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/library.h"
#include "recorders/cxx/pass/loop_recorder.h"
#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/reads.h"
#include "recorders/cxx/pass/selection.h"
#include "recorders/cxx/pass/thrown.h"
#include "recorders/cxx/pass/types.h"
#include "recorders/cxx/pass/values.h"
#include "recorders/cxx/pass/variadic_calls.h"
#include "recorders/cxx/pass/writes.h"

namespace culprit::pass {
namespace {

using namespace llvm;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value && std::string_view(value) != "0";
}

bool says(const char* variable, std::string_view word) {
  const char* value = std::getenv(variable);
  return value && value == word;
}

/// What the front end promised of functions and calls no longer holds once they record.
void drop_promises(Module& module) {
  for (Function& function : module) {
    if (function.isIntrinsic()) continue;
    for (const auto kind : {Attribute::Memory, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
                            Attribute::NoCallback, Attribute::Speculatable})
      function.removeFnAttr(kind);
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (!call || (call->getCalledFunction() && call->getCalledFunction()->isIntrinsic())) continue;
      for (const auto kind : {Attribute::Memory, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
                              Attribute::NoCallback, Attribute::Speculatable})
        call->removeFnAttr(kind);
    }
  }
}

/// A body that is only there to be inlined would run unrecorded. The real one is elsewhere; but a C program may have
/// none, where all calls are sure to be inlined.
void keep_or_drop_body(Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  const bool is_system = !subprogram || is_system_path(file_path(subprogram->getFile()));
  const bool is_cxx =
      subprogram &&
      dwarf::isCPlusPlus(static_cast<dwarf::SourceLanguage>(subprogram->getUnit()->getSourceLanguage()));
  if (is_system || (is_cxx && !function.hasFnAttribute(Attribute::AlwaysInline)))
    function.deleteBody();
  else
    function.setLinkage(GlobalValue::LinkOnceODRLinkage);
}

/// Records one module.
class Recorder {
 public:
  explicit Recorder(Module& module)
      : tables_(module),
        types_(tables_),
        globals_(tables_, types_),
        hooks_(module),
        foreign_(module, hooks_) {}

  void record(Module& module);

 private:
  void find_all_arcs(const Module& module);
  void record_node(Function& function);
  void record_writes_only(Function& function);
  void record_reads(Reads& reads, const std::vector<CallBase*>& foreign) const;
  void record_landings(Function& function) const;
  void record_varargs(const VariadicCalls& variadic);
  bool may_be_node(const CallBase& call) const;
  void describe_dependencies(const Function& function, std::uint32_t id, const CallLines& lines);

  ModuleTables tables_;
  Types types_;
  Globals globals_;
  Hooks hooks_;
  ForeignCalls foreign_;
  Selection selection_;
  DenseMap<const Function*, std::vector<Arc>> arcs_;
  SmallPtrSet<const Function*, 32> nodes_;
  std::optional<InBetween> between_;
  bool with_all_locals_ = says("CULPRIT_LOCALS", "all");
  bool with_checks_ = is_set("CULPRIT_CHECK");
  bool with_reads_ = !says("CULPRIT_READS", "0");
};

void Recorder::record(Module& module) {
  std::vector<std::pair<Function*, Role>> functions;
  mark_resolvers(module);
  for (Function& function : module) {
    if (function.hasAvailableExternallyLinkage()) keep_or_drop_body(function);
    functions.emplace_back(&function, selection_.role(function));
    if (functions.back().second == Role::kNode) nodes_.insert(&function);
  }
  describe_thrown(module, tables_, types_);
  find_all_arcs(module);
  redirect_known_writers(module);
  between_.emplace(module, [&](const Function& one) { return nodes_.contains(&one); });
  for (const auto& [function, role] : functions) {
    if (role == Role::kUntouched) continue;
    // Who cannot be called from outside needs no entry; what only a discarded group has cannot be named.
    const bool is_hidden =
        function->hasLocalLinkage() && (function->hasComdat() || !function->hasAddressTaken());
    if (!is_hidden) tables_.add_entry(function);
    role == Role::kNode ? record_node(*function) : record_writes_only(*function);
    merge_frame_slots(*function);
  }
  globals_.describe_all(module);
  if (with_checks_) tables_.set_flag(CULPRIT_CXX_CHECKS);
  if (with_reads_) tables_.set_flag(CULPRIT_CXX_READS);
  drop_promises(module);
  tables_.emit();
}

/// Of functions in other modules nothing is known, apart from those of the library.
bool Recorder::may_be_node(const CallBase& call) const {
  if (call.isInlineAsm()) return false;
  const auto* target = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (!target) return true;
  return target->isDeclaration() ? !target->isIntrinsic() && !is_harmless(*target) : nodes_.contains(target);
}

void Recorder::find_all_arcs(const Module& module) {
  SmallPtrSet<const Function*, 32> elsewhere;
  for (const Function& function : module)
    if (function.isDeclaration() && may_be_of_program(function)) elsewhere.insert(&function);
  for (const Function* function : nodes_)
    arcs_[function] = find_arcs(
        *function, [&](const Function& one) { return nodes_.contains(&one) || elsewhere.contains(&one); });
}

void Recorder::describe_dependencies(const Function& function, std::uint32_t id, const CallLines& lines) {
  for (const Arc& arc : arcs_[&function])
    tables_.add_arc({arc.kind == Arc::Kind::Call ? CULPRIT_ARC_CALL : CULPRIT_ARC_PARAMETER, id,
                     function_key(*arc.from), function_key(*arc.to), arc.parameter, 0});
  for (const auto& [callee, line] : lines.rows())
    tables_.add_arc({CULPRIT_CXX_CALL_SITE, id, function_key(function), function_key(*callee), line, 0});
}

void Recorder::record_node(Function& function) {
  // One frame for each call, so that frame addresses tell calls apart.
  function.removeFnAttr(Attribute::AlwaysInline);
  function.removeFnAttr(Attribute::InlineHint);
  function.addFnAttr(Attribute::NoInline);
  FunctionRecorder calls(function, tables_, types_, globals_, hooks_);
  DominatorTree dominators(function);
  LoopInfo natural_loops(dominators);
  const std::vector<SourceLoop> loops = find_source_loops(function, dominators, natural_loops);
  SmallPtrSet<const AllocaInst*, 8> logged;
  for (const SourceLoop& loop : loops)
    for (const LoopVariable& variable : loop.variables)
      if (const auto* slot = dyn_cast<AllocaInst>(variable.storage); slot && variable.must_log)
        logged.insert(slot);
  if (with_all_locals_)
    for (const Variable& variable : calls.variables())
      if (const auto* slot = dyn_cast<AllocaInst>(variable.address)) logged.insert(slot);
  Writes writes(function, logged, false);
  Reads reads(function, true);
  const std::vector<CallBase*> foreign = ForeignCalls::find(function);
  const std::vector<CallBase*> reading = ForeignCalls::find_reading(function);
  const VariadicCalls variadic(function, calls.variables());
  const auto line = [&](const Instruction& at) { return calls.relative_line(at); };
  const CallLines lines(
      function, *between_, [&](const Function& one) { return nodes_.contains(&one); }, line, foreign);
  describe_dependencies(function, calls.id(), lines);
  const LoopPoints points = split_for_loops(function, loops);
  LoopRecorder iterations(function, loops, tables_, types_, hooks_);
  iterations.describe(calls.id(), function_key(function),
                      [&](const CallBase& call) { return may_be_node(call); });

  calls.record_enter();
  const auto written = [&](IRBuilderBase& builder, const Instruction& at) -> Value* {
    return builder.getInt32(line(at));
  };
  writes.record(hooks_, tables_, globals_, written, calls.prologue_end());
  iterations.record(points);
  calls.record_leaves(with_checks_);
  record_reads(reads, reading);
  record_varargs(variadic);
  for (CallBase* call : foreign) foreign_.record(*call, line(*call));
  lines.record(hooks_);
}

void Recorder::record_reads(Reads& reads, const std::vector<CallBase*>& foreign) const {
  if (!with_reads_) return;
  reads.record(hooks_, with_checks_);
  for (CallBase* call : foreign) foreign_.record_reading(*call);
}

void Recorder::record_writes_only(Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  const bool is_system = subprogram && is_system_path(file_path(subprogram->getFile()));
  const std::vector<CallBase*> foreign = ForeignCalls::find(function);
  const std::vector<CallBase*> reading = ForeignCalls::find_reading(function);
  Reads reads(function, false);
  const std::vector<Variable> variables = variables_of(function);
  const VariadicCalls variadic(function, variables);
  Writes writes(function, SmallPtrSet<const AllocaInst*, 1>(), is_system);
  const auto told = [&](IRBuilderBase& builder, const Instruction&) { return hooks_.told_line(builder); };
  writes.record(hooks_, tables_, globals_, told, nullptr);
  record_reads(reads, reading);
  // A coroutine's body is cut into pieces later: it has no frame of its own.
  if (function.isPresplitCoroutine()) return;
  record_landings(function);
  record_varargs(variadic);
  for (CallBase* call : foreign) foreign_.record(*call, 0);
}

void Recorder::record_varargs(const VariadicCalls& variadic) {
  for (CallBase* call : variadic.calls())
    if (may_be_node(*call)) variadic.record(*call, tables_, types_, hooks_);
}

void Recorder::record_landings(Function& function) const {
  for (BasicBlock& block : function)
    if (block.isLandingPad()) {
      IRBuilder<> builder(&*block.getFirstInsertionPt());
      hooks_.call(builder, "land", {Hooks::frame(builder), builder.getInt32(CULPRIT_CXX_ANY_LOOPS)});
    }
}

}  // namespace

PreservedAnalyses RecordPass::run(Module& module, ModuleAnalysisManager&) {
  Recorder(module).record(module);
  return PreservedAnalyses::none();
}

}  // namespace culprit::pass
