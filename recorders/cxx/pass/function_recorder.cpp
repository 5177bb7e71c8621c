#include "recorders/cxx/pass/function_recorder.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <string>

#include "recorders/cxx/pass/code_hash.h"
#include "recorders/cxx/pass/globals.h"
#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"
#include "recorders/cxx/pass/types.h"
#include "recorders/cxx/pass/values.h"
#include "recorders/cxx/pass/void_parameters.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// The first instruction of the entry block with a place in the source: what comes before only receives arguments.
Instruction* find_prologue_end(Function& function) {
  for (Instruction& instruction : function.getEntryBlock())
    if (!isa<AllocaInst>(instruction) && instruction.getDebugLoc() && instruction.getDebugLoc().getLine())
      return &instruction;
  return function.getEntryBlock().getTerminator();
}

std::uint32_t last_line(const Function& function) {
  std::uint32_t last = function.getSubprogram()->getLine();
  for (const Instruction& instruction : instructions(function)) {
    const DILocation* place = instruction.getDebugLoc();
    if (place && place->getFile() == function.getSubprogram()->getFile())
      last = std::max(last, place->getLine());
  }
  return last;
}

culprit_function_kind kind_of(const DISubprogram* function) {
  if (is_lambda(function)) return CULPRIT_FUNCTION_LAMBDA;
  if (!class_of(function)) return CULPRIT_FUNCTION_FUNCTION;
  if (function->getName().starts_with("~")) return CULPRIT_FUNCTION_DESTRUCTOR;
  return is_constructor(function) ? CULPRIT_FUNCTION_CONSTRUCTOR : CULPRIT_FUNCTION_METHOD;
}

Value* struct_return(Function& function) {
  for (Argument& argument : function.args())
    if (argument.hasStructRetAttr()) return &argument;
  return nullptr;
}

}  // namespace

std::uint64_t function_key(const Function& function) {
  const std::string name = function.getName().str();
  if (function.hasLocalLinkage())
    return xxh3_64bits(function.getParent()->getSourceFileName() + "|" + name) | 1;
  return xxh3_64bits(name) | 1;
}

FunctionRecorder::FunctionRecorder(Function& function, ModuleTables& tables, Types& types, Globals& globals,
                                   const Hooks& hooks)
    : function_(function),
      tables_(tables),
      types_(types),
      globals_(globals),
      hooks_(hooks),
      variables_(variables_of(function)),
      parameters_(parameters_of(function, variables_)),
      missing_(function, variables_),
      prologue_end_(find_prologue_end(function)),
      first_line_(function.getSubprogram()->getLine()) {
  describe();
}

void FunctionRecorder::describe() {
  const DISubprogram* subprogram = function_.getSubprogram();
  describe_result();
  culprit_function row{};
  row.kind = kind_of(subprogram);
  row.name = tables_.string(function_name(subprogram));
  row.signature = tables_.string(function_signature(subprogram));
  row.file = tables_.file(subprogram->getFile());
  row.first_line = first_line_;
  row.last_line = last_line(function_);
  row.result_type = result_type_;
  row.result_passing = result_passing_;
  row.code = code_hash(function_);
  std::vector<culprit_parameter> parameters;
  for (const Variable& parameter : parameters_) {
    const DIType* type = parameter.described->getType();
    const bool is_this = parameter.described->isArtificial() && parameter.described->getName() == "this";
    parameters.push_back(
        {tables_.string(parameter.described->getName()), types_.id(type_meant(parameter, variables_)),
         static_cast<std::uint32_t>(is_in_frame(parameter) ? CULPRIT_PASS_VALUE : CULPRIT_PASS_ADDRESS),
         is_this ? static_cast<std::uint32_t>(CULPRIT_PARAMETER_THIS) : 0});
    if (Types::size(type) == 0) parameters.back().passing = CULPRIT_PASS_ABSENT;
  }
  if (function_.isVarArg())
    parameters.push_back({tables_.string("..."), 0, CULPRIT_PASS_ABSENT, CULPRIT_PARAMETER_REST});
  id_ = tables_.add_function(row, parameters, globals_.named_by(function_), function_key(function_));
}

void FunctionRecorder::describe_result() {
  const DISubroutineType* type = function_.getSubprogram()->getType();
  const DITypeRefArray types = type ? type->getTypeArray() : DITypeRefArray();
  const DIType* result = types.size() ? types[0] : nullptr;
  if (!result) return;
  result_type_ = types_.id(result);
  result_size_ = Types::size(result);
  Type* returned = function_.getReturnType();
  if (struct_return(function_)) {
    result_passing_ = CULPRIT_PASS_ADDRESS;
  } else if (!returned->isVoidTy() && result_size_ &&
             function_.getParent()->getDataLayout().getTypeAllocSize(returned) >= result_size_) {
    result_passing_ = CULPRIT_PASS_VALUE;
  }
}

std::uint32_t FunctionRecorder::relative_line(const Instruction& instruction) const {
  const DILocation* place = instruction.getDebugLoc();
  if (!place || place->getLine() < first_line_ || place->getFile() != function_.getSubprogram()->getFile())
    return 0;
  return place->getLine() - first_line_ + 1;
}

bool FunctionRecorder::may_miss_result() const {
  return result_passing_ != CULPRIT_PASS_ABSENT && missing_.is_possible();
}

void FunctionRecorder::record_enter() {
  if (may_miss_result()) missing_.record();
  IRBuilder<> builder(prologue_end_);
  builder.SetCurrentDebugLocation(DILocation::get(
      function_.getContext(), function_.getSubprogram()->getScopeLine(), 0, function_.getSubprogram()));
  std::vector<Piece> pieces;
  for (const Variable& parameter : parameters_) {
    const std::uint64_t size = Types::size(parameter.described->getType());
    if (size == 0) continue;
    Value* address = address_of(builder, parameter);
    if (!address) address = ConstantPointerNull::get(builder.getPtrTy());
    if (is_in_frame(parameter))
      pieces.push_back(piece_at(builder, address, size));
    else
      pieces.push_back(piece_of(builder, address, 8));
  }
  std::vector<Value*> arguments{tables_.function_site(id_), Hooks::frame(builder)};
  if (!function_.isVarArg()) return call_with_pieces(builder, hooks_, "enter", arguments, pieces);
  const auto parameters = static_cast<std::uint32_t>(function_.arg_size());
  arguments.insert(arguments.end(), {&function_, builder.getInt32(parameters)});
  call_with_buffer(builder, hooks_, "enter_variadic", arguments, pieces);
}

void FunctionRecorder::record_leaves(bool with_checks) {
  std::vector<ReturnInst*> returns;
  for (Instruction& instruction : instructions(function_))
    if (auto* found = dyn_cast<ReturnInst>(&instruction)) returns.push_back(found);
  if (with_checks) {
    IRBuilder<> builder(prologue_end_);
    builder.SetCurrentDebugLocation(prologue_end_->getDebugLoc());
    check_at(builder, false);
  }
  for (ReturnInst* found : returns) {
    // Nothing may stand between a tail call that must be one and its return: the call leaves before it.
    if (CallInst* tail = found->getParent()->getTerminatingMustTailCall())
      leave_at(*tail, nullptr, false);
    else
      leave_at(*found, found, with_checks);
  }
}

void FunctionRecorder::leave_at(Instruction& at, ReturnInst* with_value, bool with_checks) {
  IRBuilder<> builder(&at);
  if (!at.getDebugLoc())
    builder.SetCurrentDebugLocation(
        DILocation::get(function_.getContext(), first_line_, 0, function_.getSubprogram()));
  std::vector<Piece> pieces;
  if (with_value && result_passing_ == CULPRIT_PASS_ADDRESS)
    pieces.push_back(piece_of(builder, struct_return(function_), 8));
  else if (with_value && result_passing_ == CULPRIT_PASS_VALUE)
    pieces.push_back(piece_of(builder, with_value->getReturnValue(), result_size_));
  if (with_checks) check_at(builder, true);
  const std::uint32_t line = relative_line(at) <= CULPRIT_CXX_LAST_LINE ? relative_line(at) : 0;
  if (with_value && may_miss_result()) leave_without_value(builder, line);
  call_with_pieces(builder, hooks_, "leave", {Hooks::frame(builder), builder.getInt32(line)}, pieces);
}

/// Unless a value was made. The builder then stands on the way where one was.
void FunctionRecorder::leave_without_value(IRBuilderBase& builder, std::uint32_t line) const {
  const DebugLoc place = builder.getCurrentDebugLocation();
  Instruction* made = nullptr;
  Instruction* missing = nullptr;
  SplitBlockAndInsertIfThenElse(missing_.is_made(builder), &*builder.GetInsertPoint(), &made, &missing);
  builder.SetInsertPoint(missing);
  builder.SetCurrentDebugLocation(place);
  hooks_.call(builder, "no_value", {Hooks::frame(builder), builder.getInt32(line)});
  builder.SetInsertPoint(made);
  builder.SetCurrentDebugLocation(place);
}

/// Where the arguments point, and how much is there by their types.
void FunctionRecorder::check_at(IRBuilderBase& builder, bool with_result) const {
  std::vector<Pointer> roots;
  for (const Variable& parameter : parameters_) {
    const DIType* type = bare_type(parameter.described->getType());
    Value* address = Types::size(type) ? address_of(builder, parameter) : nullptr;
    if (!address) continue;
    if (Types::is_pointer(type))
      roots.push_back({builder.CreateLoad(builder.getPtrTy(), address),
                       Types::size(cast<DIDerivedType>(type)->getBaseType())});
    else if (!is_in_frame(parameter))
      roots.push_back({address, Types::size(type)});
  }
  if (with_result && result_passing_ == CULPRIT_PASS_ADDRESS)
    roots.push_back({struct_return(function_), result_size_});
  if (roots.empty()) return;
  hooks_.call(builder, "check",
              {argument_list(builder, roots, "culprit.roots"),
               builder.getInt32(static_cast<std::uint32_t>(roots.size()))});
}

}  // namespace culprit::pass
